/** The contract as data against the specification: test/data/contract.json states what contract.md section 2 says. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { typeTokens } from '../server/src/contract/contract.ts';
import { EndpointSlice, EndpointSlicePatch } from '../server/src/contract/endpoint-slice.ts';
import { Endpoints, EndpointsPatch } from '../server/src/contract/endpoints.ts';
import { PulumiResource } from '../server/src/contract/pulumi.ts';
import { Service } from '../server/src/contract/service.ts';
import type { Field, ObjectType } from '../server/src/contract/type.ts';
import { rules } from '../server/src/rules/rules.ts';
import { checkText } from './support/checking.ts';
import {
  choicesOf,
  describedFields,
  docsOf,
  expectedFields,
  isTwin,
  listTypes,
  readTable,
  typesBelow,
  typeText,
} from './support/contract-table.ts';
import { root } from './support/root.ts';

const table = readTable('contract.json');

/** The specification states only that a name is required; the others are what the server refuses to do without. */
const required: { readonly [type: string]: readonly string[] } = {
  EndpointAddress: ['ip'],
  EndpointPort: ['port'],
  ManagedFieldsEntry: ['operation'],
  ObjectMeta: ['name'],
  OwnerReference: ['apiVersion', 'kind', 'name', 'uid'],
};

const ours = typesBelow(Endpoints);
const twins = typesBelow(EndpointsPatch);

describe('contract: types and fields', () => {
  it('are those of the specification, none missing and none added', () => {
    assert.deepEqual([...ours, ...twins].map((type) => type.name).sort(), Object.keys(table).sort());
  });

  for (const name of Object.keys(table)) {
    it(name, () => {
      const type = [...ours, ...twins].find((each) => each.name === name);
      assert.ok(type);
      assert.deepEqual(describedFields(type), expectedFields(name, table));
    });
  }

  it('apiVersion and kind, which section 2 leaves to the type token, are constants', () => {
    for (const { fields } of [Endpoints, EndpointsPatch] as readonly ObjectType[]) {
      assert.deepEqual(choicesOf(fields['apiVersion']?.type), ['v1']);
      assert.deepEqual(choicesOf(fields['kind']?.type), ['Endpoints']);
    }
  });

  it('type tokens are those of the specification, with the real package for the neutral one', () => {
    const { Endpoints: whole, EndpointsPatch: patch } = typeTokens;
    assert.deepEqual([whole, patch], ['kubernetes:core/v1:Endpoints', 'kubernetes:core/v1:EndpointsPatch']);
  });

  it('required is what the server refuses to do without', () => {
    for (const type of ours) {
      const written = Object.keys(type.fields).filter((name) => type.fields[name]?.required);
      assert.deepEqual(written.sort(), required[type.name] ?? [], type.name);
    }
  });
});

describe('contract: patch twins', () => {
  it('are one for each type, and describe each field with the same words and list type', () => {
    assert.deepEqual(
      twins.map((type) => type.name),
      ours.map((type) => `${type.name}Patch`),
    );
    for (const [i, twin] of twins.entries()) {
      const type = ours[i];
      assert.ok(type);
      assert.deepEqual({ ...twin, name: twin.base, fields: {} }, { ...type, fields: {} });
      assert.deepEqual(listTypes([twin]), listTypes([type]));
      for (const [name, field] of Object.entries(twin.fields)) {
        const derived: Partial<Field> = { ...type.fields[name], required: false, type: field.type };
        assert.deepEqual(field, derived, `${twin.name}.${name}`);
      }
    }
  });

  it('require nothing', () => {
    const fields = twins.flatMap((type) => Object.values(type.fields));
    assert.ok(fields.length > 0 && fields.every((field) => !field.required));
  });
});

describe('contract: server-side apply', () => {
  it('merges lists as the server does', () => {
    assert.deepEqual(listTypes(ours), {
      'Endpoints.subsets': 'atomic',
      'EndpointSubset.addresses': 'atomic',
      'EndpointSubset.notReadyAddresses': 'atomic',
      'EndpointSubset.ports': 'atomic',
      'ObjectMeta.finalizers': 'set',
      'ObjectMeta.ownerReferences': 'map by uid',
      'ObjectMeta.managedFields': 'atomic',
    });
  });

  it('owns whole addresses, ports and references', () => {
    const atomic = ours.filter((type) => type.structType === 'atomic').map((type) => type.name);
    assert.deepEqual(atomic.sort(), ['EndpointAddress', 'EndpointPort', 'ObjectReference', 'OwnerReference']);
  });
});

describe('contract: descriptions', () => {
  for (const type of typesBelow(
    Endpoints,
    EndpointsPatch,
    EndpointSlice,
    EndpointSlicePatch,
    Service,
    PulumiResource,
  )) {
    it(type.name, () => {
      const docs = Object.entries(type.fields).flatMap(([name, field]) =>
        docsOf(field).map((doc): [string, string] => [name, doc]),
      );
      for (const [name, doc] of [['the type', type.doc], ...docs]) {
        assert.match(doc ?? '', /^\S[^]*\S\.$/, `${type.name}, ${name}`);
      }
    });
  }
});

describe('contract: Service', () => {
  it('has what pairing its ports with an Endpoints needs', () => {
    const needs: { readonly [type: string]: { readonly [field: string]: string } } = {
      Service: { metadata: 'object:ObjectMeta', spec: 'object:ServiceSpec' },
      ServiceSpec: { selector: 'map:string', ports: 'list:ServicePort', type: 'string', clusterIP: 'string' },
      ServicePort: { name: 'string', port: 'integer', protocol: 'string' },
    };
    const types = typesBelow(Service);
    assert.equal(typeText(Service.fields.spec.type.fields.ipFamilies.type), 'list:string');
    for (const [name, expected] of Object.entries(needs)) {
      const fields = types.find((type) => type.name === name)?.fields ?? {};
      const found = Object.entries(fields).flatMap(([key, { type }]) => (expected[key] ? [[key, typeText(type)]] : []));
      assert.deepEqual(Object.fromEntries(found), expected, name);
    }
  });
});

describe('contract: the example of section 1', () => {
  const port = (name: string, number: number): object => ({ name, port: number });
  const properties = {
    metadata: { name: 'orders-db' },
    subsets: [
      { addresses: [{ ip: '10.20.0.15' }, { ip: '10.20.0.16' }], ports: [port('sql', 5432), port('metrics', 9187)] },
      { addresses: [{ ip: '10.20.0.17' }], ports: [port('sql', 6432), port('metrics', 9188)] },
    ],
  };

  it('is clean as a manifest', () => {
    const manifest = { apiVersion: 'v1', kind: 'Endpoints', ...properties };
    assert.deepEqual(checkText(JSON.stringify(manifest), { minor: 32 }), []);
  });

  for (const name of ['Endpoints', 'EndpointsPatch']) {
    it(`is clean in a program, as ${name} with the neutral type token`, () => {
      const program = { resources: { db: { type: `provider:core/v1:${name}`, properties } } };
      assert.deepEqual(checkText(JSON.stringify(program), { path: 'Pulumi.yaml', minor: 32 }), []);
    });
  }
});

describe('docs/contract.md', () => {
  const page = readFileSync(join(root, 'docs/contract.md'), 'utf8');
  const links = [...page.matchAll(/\[([^\]]*)\]\(rules\/([^)]*)\)/g)];

  it('links to rules that exist', () => {
    const codes = new Set(rules.map((rule) => rule.code));
    for (const [link, code = '', file] of links) {
      assert.equal(file, `${code}.md`, link);
      assert.ok(codes.has(code) && existsSync(join(root, `docs/rules/${code}.md`)), link);
    }
  });

  it('leaves out no rule that the specification alone asks for', () => {
    const named = new Set(links.map(([, code]) => code));
    const own = rules.filter((rule) => rule.enforcedBy === 'contract').map((rule) => rule.code);
    assert.deepEqual(
      own.filter((code) => !named.has(code)),
      [],
    );
  });

  it('names every field', () => {
    const fields = Object.entries(table).flatMap(([name, facts]) =>
      isTwin(facts) ? [name] : Object.keys(facts).map((field) => `${name}.${field}`),
    );
    assert.deepEqual(
      fields.filter((field) => !page.includes(`\`${field}\``)),
      [],
    );
  });
});
