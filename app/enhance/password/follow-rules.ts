import type { PasswordHelpProps } from '~/components/enhanced/password-help';
import { passwordRules } from '~/domain/password-rules';
import { createDebounce, listen } from '../shared/listen';
import { showMessage } from '../shared/field-message';
import { getElement, getForm } from '../shared/find';

/** Announcements wait for a pause in typing. */
const PAUSE_MS = 1000;

/**
 * Marks each rule in the list as met or unmet while the visitor types, visibly and for screen readers.
 *
 * @param announce called with the number of met rules, when typing pauses and only after a change
 * @returns a function that stops following
 */
export function followRules(
  input: HTMLInputElement,
  { username, email, rules, texts }: PasswordHelpProps,
  announce: (progress: string) => void,
): () => void {
  const items = [...getElement(`#${rules}`).querySelectorAll('li')];
  const marks = items.map((item) => {
    const state = Object.assign(document.createElement('span'), { className: 'visually-hidden' });
    item.append(state);
    return { item, state };
  });
  const name = document.getElementById(username) as HTMLInputElement;
  let isTyped = false;
  const debounce = createDebounce(PAUSE_MS);

  function mark() {
    const results = passwordRules(input.value, name.value, email);
    isTyped ||= input.value !== '';
    // The server marked the rules that the rejected password broke.
    if (!isTyped && input.hasAttribute('aria-invalid')) return 0;
    marks.forEach(({ item, state }, index) => {
      // An empty password does not break a rule yet.
      const isChecked = input.value !== '';
      const met = results[index]?.met ?? false;
      item.dataset.met = isChecked ? String(met) : '';
      state.textContent = isChecked ? ` (${met ? texts.met : texts.unmet})` : '';
    });
    const met = results.filter((rule) => rule.met).length;
    if (met === results.length) showMessage(input, undefined);
    return met;
  }

  function onInput() {
    const met = mark();
    debounce.start(() => announce(input.value === '' ? '' : (texts.progress[met] ?? '')));
  }

  const stopListening = listen([
    [input, 'input', onInput],
    [name, 'input', mark],
    // A browser may autofill the fields without an event.
    [getForm(input), 'focusin', mark],
    [getForm(input), 'change', mark],
    [window, 'pageshow', mark],
  ]);
  mark();
  return () => {
    stopListening();
    debounce.stop();
  };
}
