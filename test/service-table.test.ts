/** IANA's table: everyday names with their ports, lookup by port, and search. */
import assert from 'node:assert/strict';
import { serviceNames } from '../server/src/contract/app-protocol.ts';
import { loadServices } from '../server/src/contract/service-table.ts';

describe('the table of services', () => {
  it('knows everyday names with their ports', async () => {
    const services = await loadServices();
    const ports = {
      http: '80/tcp',
      https: '443/tcp',
      domain: '53/udp',
      ssh: '22/tcp',
      postgresql: '5432/tcp',
      mysql: '3306/tcp',
      redis: '6379/tcp',
      mongodb: '27017/tcp',
      amqp: '5672/tcp',
      mqtt: '1883/tcp',
      ldap: '389/tcp',
      smtp: '25/tcp',
      ntp: '123/udp',
      snmp: '161/udp',
      kerberos: '88/tcp',
    };
    for (const [name, port] of Object.entries(ports)) {
      assert.ok(services.detail(name)?.ports.includes(port), `${name} ${port}`);
      const [number = '', protocol = ''] = port.split('/');
      assert.equal(services.namesOf(Number(number), protocol.toUpperCase())[0]?.name, name);
    }
    assert.deepEqual(services.detail('WS')?.ports, []);
    assert.equal(services.detail('grpc'), undefined);
  });

  it('has a line for each name', async () => {
    const services = await loadServices();
    for (const name of serviceNames()) assert.ok(services.detail(name), name);
    assert.equal(services.search('', 10_000).found.length, serviceNames().size);
  });

  it('searches starts of names before the rest, and says where there is more', async () => {
    const services = await loadServices();
    const names = (typed: string, limit: number): readonly string[] =>
      services.search(typed, limit).found.map(({ name }) => name);
    assert.deepEqual(names('HTTP', 3), ['http', 'https', 'http-alt']);
    assert.deepEqual(names('postg', 5), ['postgresql', 'pgbackrest']);
    assert.equal(services.search('postg', 5).isIncomplete, false);
    assert.equal(services.search('h', 5).isIncomplete, true);
    assert.deepEqual(services.search('no such thing', 5), { found: [], isIncomplete: false });
  });

  it('has no names for a port that nobody registered', async () => {
    const services = await loadServices();
    assert.deepEqual(services.namesOf(60_000, 'TCP'), []);
    assert.deepEqual(services.namesOf(5432, 'no protocol'), []);
  });
});
