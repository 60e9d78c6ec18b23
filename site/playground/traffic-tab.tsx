/** The picture of traffic: the page of the extension in a frame, and from where traffic starts. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MessageFromPage } from '../../server/src/drawing/page-messages.ts';
import type { Gestures } from './gestures.tsx';
import { askPicture, type ReceivedPicture, type CursorInFile, type TrafficStart } from './server-requests.ts';
import { useServed } from './use-served.ts';

interface TrafficTabProps {
  readonly gestures: Gestures;
  readonly from: string;
  readonly setFrom: (from: string) => void;
  readonly isDark: boolean;
}

export function TrafficTab({ gestures, from, setFrom, isDark }: TrafficTabProps) {
  const { playground } = gestures;
  const frame = useRef<HTMLIFrameElement>(null);
  const [view, setView] = useState('written');
  const [locked, setLocked] = useState<CursorInFile | undefined>(undefined);
  const [loads, setLoads] = useState(0);
  const answer = useServed(gestures, () => {
    const isGone = locked && !playground.fileOf(locked.uri);
    if (isGone) setLocked(undefined);
    return askPicture(playground.client, locked && !isGone ? locked : playground.place, view, viewpointOf(from));
  }, [view, from, locked]);
  useEffect(() => {
    const receive = ({ data, source }: MessageEvent<MessageFromPage>): void => {
      if (source !== frame.current?.contentWindow) return;
      if (data.kind === 'ready') setLoads((count) => count + 1);
      else if (data.kind === 'view') setView(data.id);
      else if (data.kind === 'lock') setLocked(data.isLocked ? playground.place : undefined);
      else if (data.kind === 'reveal') {
        const { file, range } = data.place;
        if (file === null || range === null) return;
        const [line, column, endLine, endColumn] = range;
        playground.reveal(file, {
          start: { line: line - 1, character: column - 1 },
          end: { line: endLine - 1, character: endColumn - 1 },
        });
      }
    };
    window.addEventListener('message', receive);
    return () => window.removeEventListener('message', receive);
  }, [playground]);
  useEffect(() => {
    const post = (message: unknown): void => frame.current?.contentWindow?.postMessage(message, location.origin);
    if (loads === 0) return;
    post({ kind: 'theme', isDark });
    if (!answer) return;
    const { active, ...state } = answer;
    post({ kind: 'state', state: { ...state, isLocked: locked !== undefined } });
    post({ kind: 'active', id: active });
  }, [answer, loads, isDark, locked]);
  const places = usePlaces(answer, from);
  return (
    <>
      <p class="from">
        <label for="from">From</label>
        <select id="from" value={from} onChange={(event) => setFrom(event.currentTarget.value)}>
          {['', ...places].map((each) => (
            <option key={each} value={each} selected={each === from}>
              {each === '' ? 'any place' : each}
            </option>
          ))}
        </select>
      </p>
      <iframe ref={frame} title="Traffic" src="traffic.html" />
    </>
  );
}

/** `zone a`, `node w1`: what the picture names, and what is chosen. */
function usePlaces(answer: ReceivedPicture | null | undefined, from: string): readonly string[] {
  const [places, setPlaces] = useState<readonly string[]>([]);
  const found = (answer?.picture?.services ?? []).flatMap(({ objects }) =>
    objects.flatMap(({ addresses }) =>
      addresses.flatMap(({ zone, node }) => [
        ...(zone === '' ? [] : [`zone ${zone}`]),
        ...(node === '' ? [] : [`node ${node}`]),
      ]),
    ),
  );
  const all = [...new Set(found)].sort();
  useEffect(() => {
    if (answer) setPlaces(all);
  }, [answer]);
  return [...new Set([...(answer ? all : places), ...(from === '' ? [] : [from])])];
}

function viewpointOf(from: string): TrafficStart {
  const [, kind, name] = /^(zone|node) (.+)$/.exec(from) ?? [];
  if (name === undefined) return {};
  return kind === 'zone' ? { zone: name } : { node: name };
}
