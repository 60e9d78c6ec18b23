/** The annotations that tell Pulumi's provider how to apply. That two patches say it differently is not taken for a conflict. */
import { isObject, memberOf } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import type { Live } from './step.ts';

const ownNote = /^(pulumi\.com|x-provider)\/patch(Force|FieldManager)$/;

/** What is sent, without those of the annotations that the object has from another. */
export function withoutOwnNotes(config: JsonObject, live: Live | undefined): JsonObject {
  const annotations = annotationsOf(config);
  const known = annotationsOf(live?.object);
  const isOther = (name: string, value: Json): boolean =>
    ownNote.test(name) && Object.hasOwn(known, name) && known[name] !== value;
  const entries = Object.entries(annotations);
  const kept = entries.filter(([name, value]) => !isOther(name, value));
  const metadata = memberOf(config, 'metadata');
  if (kept.length === entries.length || !isObject(metadata)) return config;
  const { annotations: _, ...rest } = metadata;
  return { ...config, metadata: kept.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(kept) } };
}

function annotationsOf(object: Json | undefined): JsonObject {
  const annotations = memberOf(memberOf(object, 'metadata'), 'annotations');
  return isObject(annotations) ? annotations : {};
}
