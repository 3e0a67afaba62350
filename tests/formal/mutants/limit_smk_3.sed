s/wait_k = busy \& ~hot0 \& ~hot1/wait_k = busy \& ~hot0/
