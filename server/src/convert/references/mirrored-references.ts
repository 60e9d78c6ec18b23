/** Finds slices that the mirroring controller generated from a converted Endpoints, for example in a cluster export. */
import { managedByLabel, mirroringController, serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { treesIn } from '../../frontends/trees.ts';
import { quote } from '../../text/quote.ts';
import { valueOf } from '../../tree/value.ts';
import { foreignObjects, textAt, type ForeignObject } from '../../readers/foreign-objects.ts';
import { type FindReferences, type ConvertedObjects } from './converted-objects.ts';
import { isWrittenName } from '../../readers/estate.ts';

export const mirroredReferences: FindReferences = ({ uri, text }, moved) => {
  if (moved.to.kind !== 'EndpointSlice') return [];
  return treesIn(uri, text, (part) => part.includes(mirroringController)).flatMap((tree) =>
    foreignObjects(tree).flatMap((object) => {
      const service = mirroredFrom(object, moved);
      if (service === undefined) return [];
      const span = valueOf(object.mapping, 'kind')?.span ?? object.mapping.span;
      const message = `The mirroring controller generated this slice from the Endpoints ${quote(service)} and deletes it with that Endpoints. Remove it from the file.`;
      return [{ span: tree.place(span), message }];
    }),
  );
};

/** The name of the converted object that the slice mirrors; undefined if there is none. */
function mirroredFrom({ kind, mapping }: ForeignObject, { outcomes }: ConvertedObjects): string | undefined {
  if (kind !== 'EndpointSlice' || textAt(mapping, 'metadata', 'labels', managedByLabel) !== mirroringController)
    return undefined;
  const service = textAt(mapping, 'metadata', 'labels', serviceNameLabel);
  const namespace = textAt(mapping, 'metadata', 'namespace') ?? '';
  const isSame = (other: string): boolean => other === namespace || !isWrittenName(other) || !isWrittenName(namespace);
  return outcomes.find((each) => each.name === service && isWrittenName(each.name) && isSame(each.namespace))?.name;
}
