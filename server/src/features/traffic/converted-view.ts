/** The view "after conversion": the picture of the files as a conversion to EndpointSlices would write them. */
import { pictureOf } from '../../analysis/picture/picture-of.ts';
import type { Picture } from '../../analysis/picture/picture.ts';
import { keys } from '../../analysis/workspace/index-keys.ts';
import { bounded, pictureSubject } from './picture-subject.ts';
import type { ViewSubject } from './picture-views.ts';
import { trafficFinder } from './service-traffic.ts';

const view = 'after conversion to EndpointSlice';

/** Parts in files that are converted have no place: their text is not written yet. */
export async function convertedPicture(subject: ViewSubject): Promise<Picture> {
  const { world, options, question } = subject;
  const written = [
    ...world.services.flatMap(({ service, slices, endpoints }) => [service, ...slices, ...endpoints]),
    ...world.strays.map(({ slice }) => slice),
    ...world.strayEndpoints,
  ].map(({ entry }) => entry);
  const endpoints = [...world.services.flatMap((each) => each.endpoints), ...world.strayEndpoints];
  const uris = new Set(endpoints.flatMap(({ entry }) => options.locate(entry, ['metadata', 'name'])?.file ?? []));
  const { files, options: own, remarks } = await question.readConverted(uris);
  const found = written.flatMap(({ identities }) =>
    identities.flatMap(({ namespace, name }) => [
      ...['Service', 'Endpoints', 'EndpointSlice'].flatMap((kind) =>
        files.workspace.at(keys.named(kind, namespace, name)),
      ),
      // Slices of Endpoints without a Service.
      ...files.workspace.at(keys.slicesOf(namespace, name)),
    ]),
  );
  const trafficOf = trafficFinder(files, own, question.noteKey);
  const { drawn } = bounded([...new Set(found)].flatMap((entry) => trafficOf(entry) ?? []));
  const { from, noteKey } = question;
  const converted = pictureSubject(drawn, files, { ...own, from, noteKey });
  const picture = pictureOf(converted.world, { ...converted.options, view });
  return { ...picture, remarks: [...picture.remarks, ...remarks] };
}
