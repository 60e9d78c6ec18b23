/** The answer of endpoints/services: the Services of the workspace as a tree, for a view beside the editor. */
import type { ObjectRow, ServiceRow } from '../../features/hierarchy/service-rows.ts';

/** Of the object's lines in its file; patches have their own. */
interface Problems {
  readonly errors: number;
  readonly warnings: number;
}

export interface ListedObject extends ObjectRow, Problems {}

export interface ListedService extends ServiceRow, Problems {
  readonly objects: readonly ListedObject[];
}

export interface ServicesAnswer {
  /** By name. */
  readonly namespaces: readonly {
    readonly name: string;
    readonly services: readonly ListedService[];
    /** Endpoints and slices without a Service. */
    readonly strays: readonly ListedObject[];
  }[];
  /** What is not known, in a sentence; empty where everything is. */
  readonly remark: string;
}
