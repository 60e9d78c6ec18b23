/** The picture as a table, for those who read better than they see. */
import { useMemo } from 'preact/hooks';
import type { TrafficPlace } from '../../analysis/traffic/report.ts';
import type { PictureService } from '../../analysis/picture/picture.ts';
import { tableRows } from '../table-rows.ts';

interface TrafficTableProps {
  readonly services: readonly PictureService[];
  /** Undefined where no text can be opened. */
  readonly onReveal: ((place: TrafficPlace) => void) | undefined;
}

export function TrafficTable({ services, onReveal }: TrafficTableProps) {
  return (
    <table>
      <caption class="hidden">Where traffic goes, and where it stops</caption>
      <thead>
        <tr>
          {['Service', 'Port', 'Object', 'Address', 'State', 'Why', 'Place'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {services.map((service) => (
        <ServiceRows key={service.id} service={service} onReveal={onReveal} />
      ))}
    </table>
  );
}

interface ServiceRowsProps extends Pick<TrafficTableProps, 'onReveal'> {
  readonly service: PictureService;
}

function ServiceRows({ service, onReveal }: ServiceRowsProps) {
  return useMemo(
    () => (
      <tbody>
        {tableRows(service).map(({ id, port, object, address, state, flow, why, placeText, place, ...row }) => (
          <tr key={id}>
            <th scope="row">{row.service}</th>
            <td>{port}</td>
            <td>{object}</td>
            <td>{address}</td>
            <td class={flow}>{state}</td>
            <td>{why}</td>
            <td>
              {onReveal && place.file !== null ? (
                <button type="button" onClick={() => onReveal(place)}>
                  {placeText}
                </button>
              ) : (
                placeText
              )}
            </td>
          </tr>
        ))}
      </tbody>
    ),
    [service, onReveal],
  );
}
