/** The conversion between Endpoints and EndpointSlices: its changes, its report, and a button that applies it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Differences } from './differences.tsx';
import { capture } from './edit-capture.ts';
import { saying, type Gestures } from './gestures.tsx';
import { isSameEdit, planEdit, type PlannedEdit } from './planned-edit.ts';
import { askText, errorWords } from './server-requests.ts';
import { useServed } from './use-served.ts';
import { elementOf } from './words.ts';

const ways = [
  { title: 'to EndpointSlices', to: 'endpointslice', mode: 'replace' },
  { title: 'to EndpointSlices, keep the Endpoints', to: 'endpointslice', mode: 'add' },
  { title: 'back to Endpoints', to: 'endpoints', mode: 'replace' },
] as const;

interface Preview {
  readonly plan: PlannedEdit | undefined;
  readonly report: string;
  readonly problem: string;
}

export function ConvertPanel({ gestures, isDark }: { gestures: Gestures; isDark: boolean }) {
  const { playground } = gestures;
  const [way, setWay] = useState(0);
  const [applied, setApplied] = useState<PlannedEdit | undefined>(undefined);
  const report = useRef<HTMLDivElement>(null);
  const shown = useRef<PlannedEdit | undefined>(undefined);
  const wanted = ways[way] ?? ways[0];
  const preview = useServed(
    gestures,
    async (): Promise<Preview> => {
      const argument = { to: wanted.to, mode: wanted.mode };
      try {
        const text = (await askText(playground.client, 'endpoints.showConversion', argument)) ?? '';
        const edit = await capture.during(() => askText(playground.client, 'endpoints.convertWorkspace', argument));
        const plan = edit && planEdit(edit, (uri) => playground.fileOf(uri));
        // The changes of the same edit stay as they are, with what the reader has unfolded.
        if (!plan || !shown.current || !isSameEdit(plan, shown.current)) shown.current = plan;
        return { plan: shown.current, report: text, problem: '' };
      } catch (error) {
        return { plan: undefined, report: '', problem: errorWords(error) };
      }
    },
    [way],
    (kind) => kind !== 'cursor',
  );
  useEffect(() => {
    report.current?.replaceChildren(
      ...(preview?.report ? [elementOf({ kind: 'markdown', value: preview.report }, playground.view)] : []),
    );
  }, [preview]);
  const { plan } = preview ?? {};
  return (
    <>
      <p class="from">
        <label for="way">Convert</label>
        <select id="way" value={way} onChange={(event) => setWay(Number(event.currentTarget.value))}>
          {ways.map(({ title }, i) => (
            <option key={title} value={i}>
              {title}
            </option>
          ))}
        </select>
        <button
          type="button"
          class="main"
          disabled={!plan || plan === applied}
          onClick={() => {
            if (!plan) return;
            setApplied(plan);
            void saying(gestures, () => playground.apply(plan));
          }}
        >
          Apply
        </button>
      </p>
      {preview?.problem ? <p role="status">{preview.problem}</p> : null}
      {plan && <Differences plan={plan} nameOf={(uri) => playground.nameOf(uri)} isDark={isDark} />}
      <div ref={report} class="report" />
      {plan && wanted === ways[0] ? (
        <p class="hint">
          What reads the Endpoints is not searched here, such as monitors, roles and scripts. In your repository,{' '}
          <code>endpoints readers</code> lists it.
        </p>
      ) : null}
    </>
  );
}
