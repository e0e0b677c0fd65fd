SELECT$p.nam(*),UPDAT~TH~DATABASES ~~~~~~~~~~~YYY~~~~q;
