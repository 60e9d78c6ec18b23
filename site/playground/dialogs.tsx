/** Dialogs: a choice from a list, a name, a message, and the changes that an edit would make. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { render, type ComponentChildren } from 'preact';
import type { PlannedEdit } from './planned-edit.ts';
import { Differences } from './differences.tsx';

export interface DialogChoice {
  readonly title: string;
  /** Why it cannot be chosen. */
  readonly disabled?: { readonly reason: string } | undefined;
}

/** The index of the choice; undefined if the reader closes the dialog. */
export function choose(title: string, choices: readonly DialogChoice[]): Promise<number | undefined> {
  return openDialog<number>(title, (done) => (
    <ul class="choices">
      {choices.map((choice, i) => (
        <li key={i}>
          <button type="button" disabled={choice.disabled !== undefined} onClick={() => done(i)} onKeyDown={moveFocus}>
            {choice.title}
            {choice.disabled && <small>{choice.disabled.reason}</small>}
          </button>
        </li>
      ))}
    </ul>
  ));
}

/** Undefined if the reader closes the dialog. */
export function askName(title: string, value: string, button: string): Promise<string | undefined> {
  return openDialog<string>(title, (done) => <NameForm value={value} button={button} done={done} />);
}

/** True if the reader wants the edit. */
export async function confirmEdit(
  title: string,
  plan: PlannedEdit,
  names: { readonly nameOf: (uri: string) => string; readonly isDark: boolean },
): Promise<boolean> {
  const answer = await openDialog<true>(title, (done) => (
    <>
      {plan.reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <Differences plan={plan} {...names} />
      <p class="buttons">
        <button type="button" class="main" onClick={() => done(true)}>
          Apply
        </button>
      </p>
    </>
  ));
  return answer === true;
}

export async function showMessage(title: string, content: ComponentChildren): Promise<void> {
  await openDialog(title, () => content);
}

function NameForm({ value, button, done }: { value: string; button: string; done: (name: string) => void }) {
  const [name, setName] = useState(value);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') done(name);
      }}
    >
      <label>
        Name
        <input
          type="text"
          value={name}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <p class="buttons">
        <button type="submit" class="main" disabled={name === ''}>
          {button}
        </button>
      </p>
    </form>
  );
}

function openDialog<T>(
  title: string,
  content: (done: (value: T) => void) => ComponentChildren,
): Promise<T | undefined> {
  const root = document.createElement('div');
  document.body.append(root);
  const before = document.activeElement;
  return new Promise((resolve) => {
    const close = (value?: T): void => {
      render(null, root);
      root.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(value);
    };
    render(
      <Dialog title={title} close={() => close()}>
        {content(close)}
      </Dialog>,
      root,
    );
  });
}

/** In ms. */
const doubleClick = 500;

function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const opened = useRef(0);
  // At once, so that a second click does not open another.
  useLayoutEffect(() => {
    opened.current = performance.now();
    dialog.current?.showModal();
    const first = dialog.current?.querySelector<HTMLElement>('.content input, .content button:enabled');
    first?.focus();
    if (first instanceof HTMLInputElement) first.select();
  }, []);
  const isPressed = useRef(false);
  /** Not for a selection that ends there, and not for the second click of a double click. */
  const isBeside = ({ target, timeStamp }: Event): boolean =>
    target === dialog.current && isPressed.current && timeStamp - opened.current > doubleClick;
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={close}
      onPointerDown={({ target }) => {
        isPressed.current = target === dialog.current;
      }}
      onClick={(event) => isBeside(event) && close()}
    >
      <header>
        <h2>{title}</h2>
        <button type="button" aria-label="Close" onClick={close}>
          ×
        </button>
      </header>
      <div class="content">{children}</div>
    </dialog>
  );
}

/** The arrows go to the next choice. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof HTMLElement)) return;
  const all = [...(event.currentTarget.closest('ul')?.querySelectorAll('button:enabled') ?? [])];
  const next = all[(all.indexOf(event.currentTarget) + step + all.length) % all.length];
  if (next instanceof HTMLElement) next.focus();
  event.preventDefault();
}
