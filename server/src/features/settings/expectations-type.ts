/** The content of `endpoints.test.yaml` as a type, for completion and hover. */
import { questionTypes } from '../../analysis/dns/model.ts';
import { consumerNames, consumerOf } from '../../analysis/traffic/consumers/consumers.ts';
import { atomicList, boolean, field, object, string, type Choice } from '../../contract/type.ts';

const choices = (values: readonly string[], docOf: (value: string) => string = () => ''): readonly Choice[] =>
  values.map((value) => ({ value, doc: docOf(value) }));

const consumers = choices(consumerNames, (name) => consumerOf(name)?.title ?? '');
const onOff = string({ choices: choices(['on', 'off']) });
const addresses = atomicList(string());

const viewpoint = object('Client', 'Where the client is.', {
  node: field(string(), 'The name of its node, for local policies and hints.'),
  zone: field(string(), 'The zone of its node; by default that of the Node in the manifests, if there is one.'),
  family: field(string({ choices: choices(['IPv4', 'IPv6']) }), 'One IP family; by default all of the Service.'),
  outside: field(boolean, 'True for a client outside of the cluster.', { default: 'false' }),
});

const expectation = object(
  'Expectation',
  'What a client of a Service reaches, or what DNS answers.',
  {
    name: field(string(), 'The name in reports.'),
    service: field(string(), 'The Service as `NAMESPACE/NAME:PORT`. Without a port, all ports.'),
    from: field(viewpoint, 'Where the client is; by default in the cluster, on a node that no manifest names.'),
    through: field(string({ choices: consumers }), 'The program that reads the Service.', { default: 'kube-proxy' }),
    reaches: field(addresses, 'Each of these addresses gets traffic. An address without a port is met by any port.'),
    not: field(addresses, 'None of these addresses gets traffic.'),
    only: field(addresses, 'These addresses get traffic, and no others; `[]` for none.'),
    resolve: field(string(), 'The name that DNS is asked for, such as `db.shop`, or an IP address.'),
    type: field(string({ choices: choices(questionTypes) }), 'The type of the DNS question; by default A and AAAA.'),
    answers: field(atomicList(string()), 'The data of all records, in any order; `[]` for none.'),
    mirroring: field(onOff, 'Whether the cluster mirrors Endpoints; overrides that of the file.'),
  },
  { shape: ['service', 'only'] },
);

export const expectationsType = object('Expectations', 'What must get traffic: `endpoints test` checks it.', {
  paths: field(
    atomicList(string()),
    'The manifests: files, directories and globs, relative to the folder of this file; by default the folder.',
  ),
  mirroring: field(onOff, 'Whether the cluster mirrors Endpoints; by default the setting `mirroring`.'),
  tests: field(atomicList(expectation), 'The expectations.', { required: true }),
});
