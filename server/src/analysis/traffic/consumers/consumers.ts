/** All consumers beside kube-proxy, by name. */
import { awsLoadBalancer } from './aws-load-balancer.ts';
import { cilium } from './cilium.ts';
import { consul, consulConnect } from './consul.ts';
import { kubeProxy, type Consumer } from './consumer.ts';
import { envoyGateway } from './envoy-gateway.ts';
import { ingressNginx } from './ingress-nginx.ts';
import { istio, istioAmbient } from './istio.ts';
import { prometheus, prometheusEndpoints } from './prometheus.ts';
import { traefik, traefikGateway, traefikTcp } from './traefik.ts';

export const consumers: readonly Consumer[] = [
  traefik,
  traefikTcp,
  traefikGateway,
  ingressNginx,
  envoyGateway,
  istio,
  istioAmbient,
  cilium,
  consul,
  consulConnect,
  awsLoadBalancer,
  prometheus,
  prometheusEndpoints,
];

export const consumerNames: readonly string[] = [kubeProxy, ...consumers.map(({ name }) => name)];

/** Undefined for kube-proxy and for an unknown name. */
export function consumerOf(name: string): Consumer | undefined {
  return consumers.find((each) => each.name === name);
}
