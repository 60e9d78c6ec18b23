/** Writes a picture as the rows of a table, which says everything that the drawing shows. */
import type { TrafficPlace } from '../analysis/traffic/report.ts';
import type { Break, Flow, PictureObject, PictureService } from '../analysis/picture/picture.ts';
import {
  breakLabel,
  clientLabel,
  flowWords,
  markWords,
  nameLabel,
  objectLabel,
  portLabel,
  addressDetails,
} from './labels.ts';
import { placeLabel } from '../analysis/picture/place-label.ts';

export interface TableRow {
  readonly id: string;
  readonly service: string;
  readonly port: string;
  /** A client, a slice or Endpoints. */
  readonly object: string;
  readonly address: string;
  readonly state: string;
  readonly flow: Flow;
  readonly why: string;
  /** `db.yaml:12`. */
  readonly placeText: string;
  readonly place: TrafficPlace;
}

/** Of each client and Service port, each object at each port, and each of its addresses. */
export function tableRows(service: PictureService): readonly TableRow[] {
  const ports = new Map(service.ports.map((port) => [port.id, portLabel(port)]));
  const row = (cells: Partial<TableRow> & Pick<TableRow, 'id' | 'flow' | 'place'>): TableRow => ({
    service: nameLabel(service),
    port: '',
    object: '',
    address: '',
    state: flowWords[cells.flow],
    why: '',
    placeText: placeLabel(cells.place),
    ...cells,
  });
  return [
    ...(service.note === ''
      ? []
      : [row({ id: `${service.id} note`, flow: 'idle', state: service.type, why: service.note, place: service })]),
    ...service.clients.flatMap((client) => [
      ...client.ports.map(({ port, flow, why }) =>
        row({
          id: `${client.id} ${port}`,
          port: ports.get(port) ?? '',
          object: clientLabel(client),
          flow,
          state: flow === 'used' ? 'sends traffic' : 'reaches nothing',
          why: reason(why),
          place: client,
        }),
      ),
      ...client.missing.map((why, i) =>
        row({
          id: `${client.id} missing ${i}`,
          object: clientLabel(client),
          flow: 'broken',
          state: 'reaches nothing',
          why: reason(why),
          place: why.file === null ? client : why,
        }),
      ),
    ]),
    ...service.ports.map(({ id, flow, note, certain, ...port }) =>
      row({
        id,
        port: ports.get(id) ?? '',
        flow,
        state: `${flowWords[flow]}${certain ? '' : ', not certain'}`,
        why: note,
        place: port,
      }),
    ),
    ...service.objects.flatMap((object) => objectRows(object, ports, row)),
  ];
}

function objectRows(
  object: PictureObject,
  ports: ReadonlyMap<string, string>,
  row: (cells: Partial<TableRow> & Pick<TableRow, 'id' | 'flow' | 'place'>) => TableRow,
): readonly TableRow[] {
  const name = objectLabel(object);
  const isAlone = object.addresses.length === 0;
  return [
    ...(object.note === ''
      ? []
      : [
          row({
            id: object.id,
            object: name,
            flow: 'broken',
            state: markWords[object.mark],
            why: object.note,
            place: object,
          }),
        ]),
    ...object.flows
      .filter(() => isAlone)
      .map(({ port, flow, why }) =>
        row({
          id: `${object.id} ${port}`,
          object: name,
          port: ports.get(port) ?? '',
          flow,
          why: reason(why),
          place: object,
        }),
      ),
    ...object.addresses.flatMap((address) =>
      address.flows.map(({ port, flow, number, why }) => {
        const host = address.address.includes(':') && number !== null ? `[${address.address}]` : address.address;
        const details = addressDetails(address);
        return row({
          id: `${address.id} ${port}`,
          object: name,
          port: ports.get(port) ?? '',
          address: `${host}${number === null ? '' : `:${number}`}${details === '' ? '' : `, ${details}`}`,
          flow,
          state: `${markWords[address.mark]}, ${flowWords[flow]}`,
          why: reason(why),
          place: address,
        });
      }),
    ),
  ];
}

function reason(why: Break | null): string {
  return why ? breakLabel(why) : '';
}
