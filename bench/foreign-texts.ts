/** Writes large texts of other tools that name our kinds only in passing: definitions of resources, and an API description. */

/** A stream of CustomResourceDefinitions of about this many characters, like those of the Gateway API. */
export function definitionsText(size: number): string {
  const definitions: string[] = [];
  for (let n = 0, length = 0; length < size; n++) {
    const text = definitionText(n);
    definitions.push(text);
    length += text.length + 4;
  }
  return definitions.join('---\n');
}

function definitionText(n: number): string {
  const fields = Array.from(
    { length: 60 },
    (_, i) => `                  field${i}:
                    description: |-
                      Field ${i} refers to a Service, and so to its Endpoints or EndpointSlices.
                      When unset, the port of the backend is used.

                      Support: Extended
                    maxLength: 253
                    minLength: 1
                    pattern: ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$
                    type: string
                  kind${i}:
                    default: Service
                    description: |-
                      Kind is the Kubernetes resource kind of the referent. For example
                      "Service", which has an apiVersion and addresses.
                    type: string
`,
  );
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    controller-gen.kubebuilder.io/version: v0.16.1
  creationTimestamp: null
  name: routes${n}.gateway.example.com
spec:
  group: gateway.example.com
  names:
    kind: Route${n}
    listKind: Route${n}List
    plural: routes${n}
    singular: route${n}
  scope: Namespaced
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        description: Route${n} sends requests to a Service.
        properties:
          apiVersion:
            description: APIVersion defines the versioned schema of this object.
            type: string
          kind:
            type: string
          metadata:
            type: object
          spec:
            properties:
              backendRefs:
                items:
                  properties:
${fields.join('')}                  type: object
                type: array
            type: object
        type: object
    served: true
    storage: true
status:
  acceptedNames:
    kind: ""
    plural: ""
  conditions: null
  storedVersions: null
`;
}

const kinds = ['Endpoints', 'EndpointSlice', 'Service', 'Pod', 'Node', 'Deployment', 'Ingress', 'ConfigMap'];

/** A description of the API of Kubernetes in JSON, of about this many characters: it defines our kinds too. */
export function apiDescriptionText(size: number): string {
  const definitions: Record<string, object> = {};
  for (let n = 0, length = 0; length < size; n++) {
    const kind = kinds[n % kinds.length] ?? '';
    const definition = definitionOf(kind, n);
    definitions[`io.k8s.api.group${n}.v1.${kind}`] = definition;
    length += JSON.stringify(definition, null, 1).length;
  }
  const paths = { '/api/v1/endpoints': { get: { description: 'list objects of kind Endpoints' } } };
  return `${JSON.stringify({ definitions, info: { title: 'Kubernetes' }, paths, swagger: '2.0' }, null, 1)}\n`;
}

function definitionOf(kind: string, n: number): object {
  const properties = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [
      `field${i}`,
      { description: `Field ${i} of ${kind}: "subsets", "addresses" and "ports" of Endpoints.`, type: 'string' },
    ]),
  );
  const names = {
    apiVersion: { description: 'APIVersion defines the versioned schema of this object.', type: 'string' },
    kind: { description: 'Kind is a string value that names the REST resource.', type: 'string' },
  };
  return {
    description: `${kind} is a collection of endpoints.`,
    properties: { ...names, ...properties },
    type: 'object',
    'x-kubernetes-group-version-kind': [{ group: n % 2 === 0 ? '' : `group${n}`, kind, version: 'v1' }],
  };
}
