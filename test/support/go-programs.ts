/** Small programs in Go, and what is read of them. */
import assert from 'node:assert/strict';
import { readingsOf } from './programs.ts';

export const unknown = { $opaque: true };

export const goImports = `package main

import (
	"fmt"
	"strings"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	corev1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1"
	discoveryv1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/discovery/v1"
	metav1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)
`;

/** A program that runs these statements. */
export function goProgram(statements: string, declarations = ''): string {
  return `${goImports}
${declarations}
func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		${statements}
		return nil
	})
}
`;
}

export function named(expression: string): string {
  return `corev1.NewEndpoints(ctx, "x", &corev1.EndpointsArgs{Metadata: &metav1.ObjectMetaArgs{Name: ${expression}}})`;
}

export function labelled(expression: string): string {
  return `corev1.NewEndpoints(ctx, "x", &corev1.EndpointsArgs{Metadata: &metav1.ObjectMetaArgs{Labels: ${expression}}})`;
}

export function lastReading(text: string): ReturnType<typeof readingsOf>[number] {
  const last = readingsOf('main.go', text).at(-1);
  assert.ok(last, 'no resource is read');
  return last;
}
