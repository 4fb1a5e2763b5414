import { MIN_QUERY_LENGTH } from '~/domain/address';
import { createDebounce, listen } from '../shared/listen';

/** Typing, deleting and pasting. Excludes autofill, which enters a complete address. */
const BY_HAND = /^(insertText|insertCompositionText|insertFromPaste|delete)/;
const PAUSE_MS = 250;

/** Calls `ask` at a pause in typing, and `stop` at once on any input or autofill. @returns a function that stops watching */
export function watchTyping(
  input: HTMLInputElement,
  { ask, stop }: { ask(text: string): void; stop(): void },
): () => void {
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
