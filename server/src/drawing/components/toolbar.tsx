/** The head of a page: what is shown, and the controls for it. */
import type { PageState } from '../page-messages.ts';
import { leastZoom, mostZoom, zoomStep, type PageChoices } from '../page-choices.ts';

interface ToolbarProps {
  readonly state: PageState;
  readonly choices: PageChoices;
  readonly change: (some: Partial<PageChoices>) => void;
  /** Undefined where nothing can be locked or chosen: outside of VS Code. */
  readonly onView: ((id: string) => void) | undefined;
  readonly onLock: ((isLocked: boolean) => void) | undefined;
  readonly fit: () => void;
  /** `3 of 30 Services`. */
  readonly count: string;
  readonly legendId: string;
}

export function Toolbar(props: ToolbarProps) {
  const { state, choices, change, onView, onLock, count } = props;
  const { picture, views, view, isLocked } = state;
  const canChoose = onView !== undefined && views.length > 1;
  return (
    <header>
      <h1>
        {canChoose ? 'Traffic' : `Traffic ${picture?.view ?? ''}`}
        {picture && <small>{picture.asked}</small>}
        <small role="status">{count}</small>
      </h1>
      <div class="controls" role="group" aria-label="What is drawn">
        {canChoose && (
          <select aria-label="View" value={view} onChange={(event) => onView(event.currentTarget.value)}>
            {views.map(({ id, title }) => (
              <option key={id} value={id} selected={id === view}>
                {title}
              </option>
            ))}
          </select>
        )}
        <input
          type="search"
          aria-label="Filter by name, address, zone, node, file or rule"
          placeholder="Filter"
          title="Name, address, zone, node, file or rule"
          value={choices.text}
          onInput={(event) => change({ text: event.currentTarget.value })}
        />
        <label>
          <input
            type="checkbox"
            checked={choices.onlyProblems}
            onChange={(event) => change({ onlyProblems: event.currentTarget.checked })}
          />
          Only problems
        </label>
        <ZoomButtons {...props} />
        <button type="button" aria-pressed={choices.isTable} onClick={() => change({ isTable: !choices.isTable })}>
          Table
        </button>
        <button
          type="button"
          aria-expanded={choices.hasLegend}
          aria-controls={choices.hasLegend ? props.legendId : undefined}
          onClick={() => change({ hasLegend: !choices.hasLegend })}
        >
          Legend
        </button>
        {onLock && (
          <button
            type="button"
            aria-pressed={isLocked}
            title={isLocked ? 'The view keeps what it shows' : 'The view follows the cursor'}
            onClick={() => onLock(!isLocked)}
          >
            Lock
          </button>
        )}
      </div>
    </header>
  );
}

function ZoomButtons({ choices: { zoom }, change, fit }: ToolbarProps) {
  const percent = `${Math.round(zoom * 100)} %`;
  return (
    <span class="zoom" role="group" aria-label="Zoom">
      <button
        type="button"
        aria-label="Zoom out"
        disabled={zoom <= leastZoom}
        onClick={() => change({ zoom: zoom / zoomStep })}
      >
        −
      </button>
      <button type="button" aria-label={`Zoom ${percent}, reset`} onClick={() => change({ zoom: 1 })}>
        {percent}
      </button>
      <button
        type="button"
        aria-label="Zoom in"
        disabled={zoom >= mostZoom}
        onClick={() => change({ zoom: zoom * zoomStep })}
      >
        +
      </button>
      <button type="button" title="Fit the width" onClick={fit}>
        Fit
      </button>
    </span>
  );
}
