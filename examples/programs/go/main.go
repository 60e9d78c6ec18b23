package main

import (
	corev1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1"
	metav1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

const (
	name      = "metrics"
	namespace = "monitoring"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		metadata := &metav1.ObjectMetaArgs{Name: pulumi.String(name), Namespace: pulumi.String(namespace)}
		if _, err := corev1.NewService(ctx, name, &corev1.ServiceArgs{
			Metadata: metadata,
			Spec:     &corev1.ServiceSpecArgs{Ports: corev1.ServicePortArray{&corev1.ServicePortArgs{Port: pulumi.Int(9100)}}},
		}); err != nil {
			return err
		}
		_, err := corev1.NewEndpoints(ctx, name, &corev1.EndpointsArgs{
			Metadata: metadata,
			Subsets: corev1.EndpointSubsetArray{
				&corev1.EndpointSubsetArgs{
					Addresses: corev1.EndpointAddressArray{
						&corev1.EndpointAddressArgs{Ip: pulumi.String("10.40.1.7")},
						&corev1.EndpointAddressArgs{Ip: pulumi.String("10.40.1.256")},
					},
					Ports: corev1.EndpointPortArray{&corev1.EndpointPortArgs{Port: pulumi.Int(9100)}},
				},
			},
		})
		return err
	})
}
