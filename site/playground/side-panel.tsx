/** The panel beside the editor: traffic, explanation, server-side apply, mirrored slices, conversion. */
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';
import { ConvertPanel } from './convert-panel.tsx';
import { readerExtensions } from './editor.ts';
import type { Gestures } from './gestures.tsx';
import { hoverAt } from './hover.ts';
import { loadLanguage } from './languages.ts';
import { tabs, type Tab } from './link-state.ts';
import { askText, errorWords } from './server-requests.ts';
import { TrafficTab } from './traffic-tab.tsx';
import { useServed } from './use-served.ts';
import { elementOf } from './words.ts';

const titles: Readonly<Record<Tab, string>> = {
  traffic: 'Traffic',
  explain: 'Explain',
  apply: 'Apply',
  slices: 'Slices',
  convert: 'Convert',
};

interface SidePanelProps {
  readonly gestures: Gestures;
  readonly tab: Tab;
  readonly setTab: (tab: Tab) => void;
  readonly from: string;
  readonly setFrom: (from: string) => void;
  readonly isDark: boolean;
}

export function SidePanel({ gestures, tab, setTab, from, setFrom, isDark }: SidePanelProps) {
  const select = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] ?? tab;
    setTab(next);
    document.getElementById(`tab-${next}`)?.focus();
    event.preventDefault();
  };
  return (
    <section class="side" aria-label="Results">
      <div role="tablist" aria-label="Results" onKeyDown={select}>
        {tabs.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`tab-${each}`}
            aria-selected={each === tab}
            aria-controls="panel"
            tabIndex={each === tab ? 0 : -1}
            onClick={() => setTab(each)}
          >
            {titles[each]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="panel" aria-labelledby={`tab-${tab}`} class={tab}>
        {tab === 'traffic' && <TrafficTab gestures={gestures} from={from} setFrom={setFrom} isDark={isDark} />}
        {tab === 'explain' && <ExplainPanel gestures={gestures} />}
        {tab === 'apply' && <TextPanel key="apply" gestures={gestures} what={apply} isDark={isDark} />}
        {tab === 'slices' && <TextPanel key="slices" gestures={gestures} what={slices} isDark={isDark} />}
        {tab === 'convert' && <ConvertPanel gestures={gestures} isDark={isDark} />}
      </div>
    </section>
  );
}

const apply = {
  command: 'endpoints.showApply',
  label: 'Result of server-side apply',
  hint: 'The object at the cursor after all its patches: who owns each field, and which patch conflicts.',
};

const slices = {
  command: 'endpoints.showSlices',
  label: 'Mirrored EndpointSlices',
  hint: 'The EndpointSlices that the mirroring controller makes of the Endpoints at the cursor.',
};

interface TextPanelProps {
  readonly gestures: Gestures;
  readonly what: typeof apply;
  readonly isDark: boolean;
}

/** A text of the server on the object at the cursor. */
function TextPanel({ gestures, what, isDark }: TextPanelProps) {
  const { playground } = gestures;
  const parent = useRef<HTMLDivElement>(null);
  const answer = useServed(gestures, async () => {
    try {
      return { text: (await askText(playground.client, what.command, playground.place)) ?? '', problem: '' };
    } catch (error) {
      return { text: '', problem: errorWords(error) };
    }
  }, [what]);
  const text = answer?.text ?? '';
  useEffect(() => {
    const into = parent.current;
    if (!into || text === '') return undefined;
    let view: EditorView | undefined;
    let isGone = false;
    void loadLanguage('a.yaml').then((language) => {
      if (isGone) return;
      const state = EditorState.create({ doc: text, extensions: [readerExtensions(isDark, what.label), language] });
      view = new EditorView({ parent: into, state });
    });
    return () => {
      isGone = true;
      view?.destroy();
    };
  }, [text, isDark]);
  return (
    <>
      <p class="hint">{what.hint}</p>
      {answer?.problem ? <p role="status">{answer.problem}</p> : null}
      <div ref={parent} class="reader" />
    </>
  );
}

/** The hover of the place at the cursor, for keyboards and touch screens. */
function ExplainPanel({ gestures }: { gestures: Gestures }) {
  const { playground } = gestures;
  const parent = useRef<HTMLDivElement>(null);
  const hover = useServed(gestures, () => hoverAt(playground.view, playground.view.state.selection.main.head), []);
  useEffect(() => {
    parent.current?.replaceChildren(...(hover ? [elementOf(hover.contents, playground.view)] : []));
  }, [hover]);
  return (
    <>
      <p class="hint">What the place at the cursor means: a field, an address, a port, a name.</p>
      {hover === null && <p role="status">Nothing to explain here. Put the cursor on a key or a value.</p>}
      <div ref={parent} />
    </>
  );
}
