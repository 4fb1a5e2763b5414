import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AddressSuggestionsProps } from '~/components/enhanced/address-suggestions';
import { MIN_QUERY_LENGTH, type AddressSuggestion, type SuggestedAddress } from '~/domain/address';
import { mountWith } from './mount';
import { listen, reportIfLate, createDebounce } from './shared/listen';
import { showMessage, type Control } from './shared/field-message';
import { LiveRegion } from './shared/live-region';
import { getForm } from './shared/find';

const NONE = -1;
/** Typing, deleting and pasting. Excludes autofill, which enters a complete address. */
const BY_HAND = /^(insertText|insertCompositionText|insertFromPaste|delete)/;
const PAUSE_MS = 250;
/** `12`, `12A`, `1/23` or `12-14` at the start of a street, but not `5th`. */
const HOUSE_NUMBER = /^\d+[a-z]?([-/;]\d+[a-z]?)*(?=[\s,])/i;

/**
 * Suggests addresses below the plain input, as an editable combobox with a list (WAI-ARIA Authoring Practices, "Combobox"). The focus stays
 * in the input, and only Enter or a click chooses. An address can still be typed in full.
 */
function AddressSuggestions({ input: inputId, lookup, countries, texts }: AddressSuggestionsProps) {
  const [suggestions, setSuggestions] = useState<AddressSuggestion[]>([]);
  const [active, setActive] = useState(NONE);
  const [announcement, setAnnouncement] = useState('');
  /** Set while the look-up is slow, or after it failed. */
  const [status, setStatus] = useState('');
  const listId = `${inputId}-suggestions`;
  const isOpen = suggestions.length > 0;
  // Elsewhere the popup would cover the field that the visitor fills in.
  const isStatusShown = status !== '' && document.activeElement === findInput(inputId);
  // Lets listeners read the latest values without being bound again.
  const latest = useRef({ suggestions, active, choose, close, lookUp });
  latest.current = { suggestions, active, choose, close, lookUp };
  const search = useRef(newSearch());
  const asking = useRef<AbortController>();
  const hasFailed = useRef(false);

  /** Reports that the look-up is slow, or failed. While the visitor keeps typing, only the first failure is reported. */
  async function lookUp<Answer>(
    answer: Promise<Answer | undefined>,
    givenUp?: AbortSignal,
  ): Promise<Answer | undefined> {
    const input = findInput(inputId);
    input.setAttribute('aria-busy', 'true');
    const found = await reportIfLate(answer, () => !givenUp?.aborted && setStatus(texts.searching));
    if (givenUp?.aborted) return undefined;
    input.removeAttribute('aria-busy');
    const isKnown = givenUp !== undefined && hasFailed.current;
    setStatus(found || isKnown ? '' : texts.failed);
    hasFailed.current = !found;
    return found;
  }

  function close() {
    asking.current?.abort();
    findInput(inputId).removeAttribute('aria-busy');
    setStatus('');
    setSuggestions([]);
    setActive(NONE);
    setAnnouncement('');
  }

  useEffect(() => {
    const input = findInput(inputId);
    const stop = () => latest.current.close();
    const country = () => countryOf(getForm(input)).value;

    async function ask(text: string) {
      if (!countries.includes(country())) return;
      const controller = new AbortController();
      asking.current = controller;
      const question = { country: country(), search: search.current, text };
      const found = await latest.current.lookUp(
        fetchSuggestions(lookup, question, controller.signal),
        controller.signal,
      );
      if (!found || controller.signal.aborted || document.activeElement !== input) return;
      setSuggestions(found);
      setAnnouncement(texts.count[found.length] ?? '');
    }

    const onKey = (event: Event) => {
      const { key, isComposing, altKey } = event as KeyboardEvent;
      const { suggestions: shown, active: at } = latest.current;
      // Escape also closes the message of a slow or failed look-up.
      if (isComposing || (shown.length === 0 && key !== 'Escape')) return;
      const chosen = at === NONE ? undefined : shown[at];
      if (key === 'ArrowDown' && !altKey) setActive(at + 1 < shown.length ? at + 1 : NONE);
      else if (key === 'ArrowUp' && !altKey) setActive(at === NONE ? shown.length - 1 : at - 1);
      else if (key === 'Enter' && chosen) void latest.current.choose(chosen);
      else if (key === 'Escape') latest.current.close();
      else {
        // Home, End and letters belong to the input. Tab moves to the next field without choosing.
        setActive(NONE);
        return;
      }
      event.preventDefault();
    };

    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', listId);
    const stopWatching = watchTyping(input, { ask: (text) => void ask(text), stop });
    const stopListening = listen([
      [input, 'keydown', onKey],
      [input, 'blur', stop],
    ]);
    return () => {
      stopWatching();
      stopListening();
    };
  }, [inputId, listId, lookup, countries, texts]);

  useLayoutEffect(() => {
    const input = findInput(inputId);
    input.setAttribute('aria-expanded', String(isOpen));
    if (active === NONE) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `${listId}-${active}`);
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [inputId, listId, isOpen, active]);

  async function choose(suggestion: AddressSuggestion) {
    const input = findInput(inputId);
    const form = getForm(input);
    const before = new FormData(form);
    const isAsBefore = ({ name, value }: HTMLInputElement | HTMLSelectElement) => before.get(name) === value;
    const question = { country: countryOf(form).value, search: search.current };
    const next = (search.current = newSearch());
    close();
    // The chosen address is still filled in if the visitor moves to the next field meanwhile.
    const address = await lookUp(addressOf(lookup, suggestion, question));
    // A late address must not replace a later choice.
    if (!address || search.current !== next || !isAsBefore(input) || !isAsBefore(countryOf(form))) return;
    if (await fillIn(form, address, before, () => search.current === next)) setAnnouncement(texts.filled);
  }

  return (
    <>
      {/* A scroller without a tabindex is a stop of Tab. */}
      <div className="popup" tabIndex={-1} hidden={!isOpen && !isStatusShown}>
        <ul
          id={listId}
          hidden={!isOpen}
          role="listbox"
          aria-label={texts.label}
          // Keeps the focus in the input.
          onMouseDown={(event) => event.preventDefault()}
        >
          {suggestions.map((suggestion, index) => (
            <li
              key={`${index} ${suggestion.label}`}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              onClick={() => void choose(suggestion)}
            >
              {suggestion.label}
            </li>
          ))}
        </ul>
        {isStatusShown && (
          <p className="credit">
            {/* A browser that translates the page replaces the text node. */}
            <span key={status}>{status}</span>
          </p>
        )}
        {isOpen && texts.credit !== null && <p className="credit">{texts.credit}</p>}
      </div>
      <LiveRegion className="visually-hidden" text={status || announcement} />
    </>
  );
}

function countryOf(form: HTMLFormElement): HTMLSelectElement {
  return form.elements.namedItem('country') as HTMLSelectElement;
}

function findInput(id: string): HTMLInputElement {
  return document.getElementById(id) as HTMLInputElement;
}

/**
 * Writes a chosen address into the plain controls, except those that the visitor has changed since. Values that the provider omits stay as
 * typed. Each control fires its usual events, so that the lists follow the country, and the time zones the region. The region waits for its
 * country's list. Removes the controls' errors.
 *
 * @param before the form when the visitor chose the address
 * @param isLatest whether no other suggestion has been chosen since
 * @returns whether the address is complete; false if the country's lists failed to load, or the visitor made another choice meanwhile
 */
async function fillIn(
  form: HTMLFormElement,
  { region, ...values }: SuggestedAddress,
  before: FormData,
  isLatest: () => boolean,
): Promise<boolean> {
  const billingAddress = withTypedNumber(values.billingAddress, String(before.get('billingAddress')));
  for (const [name, value] of Object.entries({ ...values, billingAddress })) write(form, name, value, before.get(name));
  const country = countryOf(form).value;
  await listsLoaded(form);
  if (!isLatest() || countryOf(form).value !== country || listedCountry(form) !== country) return false;
  // Another country has reset the region.
  write(form, 'region', region, country === before.get('country') ? before.get('region') : '');
  return true;
}

/** Providers suggest the street if they do not know the house. A comma follows the name of a house. */
function withTypedNumber(street: string, typed: string): string {
  const [number] = HOUSE_NUMBER.exec(typed.trim()) ?? [];
  return number === undefined || HOUSE_NUMBER.test(street) || street.includes(',') ? street : `${number} ${street}`;
}

function write(form: HTMLFormElement, name: string, value: string, expected: FormDataEntryValue | null): void {
  const control = form.elements.namedItem(name) as Control;
  const typed = control.value;
  if (value === '' || typed !== expected) return;
  control.value = value;
  if (control.value === value) {
    showMessage(control, undefined);
    if (typed !== value) control.dispatchEvent(new Event('change', { bubbles: true }));
  }
  // A select may lack the region.
  else control.value = typed;
}

/** `place-choices` marks the lists as busy from the choice of a country until its lists are shown, or have failed. */
function listsLoaded(form: HTMLFormElement): Promise<void> {
  const region = form.elements.namedItem('region') as HTMLSelectElement;
  return new Promise((resolve) => {
    const observer = new MutationObserver(check);
    observer.observe(region, { attributeFilter: ['aria-busy'] });
    check();

    function check() {
      if (region.hasAttribute('aria-busy')) return;
      observer.disconnect();
      resolve();
    }
  });
}

function listedCountry(form: HTMLFormElement): string {
  return (form.elements.namedItem('shownCountry') as HTMLInputElement).value;
}

type Question = { country: string; search: string } & ({ text: string } | { id: string });

/** Fetches suggestions; undefined if the look-up fails. */
async function fetchSuggestions(
  lookup: string,
  question: Question,
  signal: AbortSignal,
): Promise<AddressSuggestion[] | undefined> {
  return (await post(lookup, question, signal)) as AddressSuggestion[] | undefined;
}

/** The address of a suggestion; undefined if the look-up fails. */
async function addressOf(
  lookup: string,
  suggestion: AddressSuggestion,
  question: { country: string; search: string },
): Promise<SuggestedAddress | undefined> {
  if ('address' in suggestion) return suggestion.address;
  return ((await post(lookup, { ...question, id: suggestion.id })) as SuggestedAddress | null | undefined) ?? undefined;
}

async function post(lookup: string, question: Question, signal?: AbortSignal): Promise<unknown> {
  try {
    const answer = await fetch(lookup, { method: 'POST', body: new URLSearchParams(question), signal });
    return answer.ok ? ((await answer.json()) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

/** A random id for one search. `randomUUID` would need https. */
function newSearch(): string {
  return crypto.getRandomValues(new Uint32Array(3)).join('-');
}

/** Calls `ask` at a pause in typing, and `stop` at once on any input or autofill. @returns a function that stops watching */
function watchTyping(input: HTMLInputElement, { ask, stop }: { ask(text: string): void; stop(): void }): () => void {
  const debounce = createDebounce(PAUSE_MS);
  const stopListening = listen([
    [
      input,
      'input',
      (event) => {
        debounce.stop();
        stop();
        const { inputType = '' } = event as InputEvent;
        const text = input.value.trim();
        if (!BY_HAND.test(inputType) || text.length < MIN_QUERY_LENGTH || isAutofilled(input)) return;
        debounce.start(() => ask(text));
      },
    ],
    [input, 'blur', debounce.stop],
  ]);
  return () => {
    stopListening();
    debounce.stop();
  };
}

/** Safari before 15 and Chrome before 110 reject the selector. */
function isAutofilled(input: HTMLInputElement): boolean {
  try {
    return input.matches(':autofill');
  } catch {
    return false;
  }
}

export const mount = mountWith(AddressSuggestions);
