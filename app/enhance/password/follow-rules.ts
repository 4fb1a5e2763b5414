import type { PasswordHelpProps } from '~/components/enhanced/password-help';
import { passwordRules } from '~/domain/password-rules';
import { createDelay, listen } from '../shared/listen';
import { getElement, getForm } from '../shared/find';

/** Nobody who types is talked over. */
const PAUSE_MS = 1000;

/**
 * Marks each rule of the plain list as met or not, for the eye and for a screen reader, while the password is typed.
 *
 * @param say tells how many are met, at a pause, and only where that has changed
 * @returns what ends it
 */
export function followRules(
  input: HTMLInputElement,
  { username, email, rules, texts }: PasswordHelpProps,
  say: (progress: string) => void,
): () => void {
  const items = [...getElement(`#${rules}`).querySelectorAll('li')];
  const marks = items.map((item) => {
    const state = Object.assign(document.createElement('span'), { className: 'visually-hidden' });
    item.append(state);
    return { item, state };
  });
  const name = document.getElementById(username) as HTMLInputElement;
  const delay = createDelay(PAUSE_MS);

  function mark() {
    const judged = passwordRules(input.value, name.value, email);
    marks.forEach(({ item, state }, index) => {
      // An empty password has broken nothing yet.
      const isJudged = input.value !== '';
      const met = judged[index]?.met ?? false;
      item.dataset.met = isJudged ? String(met) : '';
      state.textContent = isJudged ? ` (${met ? texts.met : texts.unmet})` : '';
    });
    return judged.filter(({ met }) => met).length;
  }

  function onInput() {
    const met = mark();
    delay.start(() => say(input.value === '' ? '' : (texts.progress[met] ?? '')));
  }

  const stopListening = listen([
    [input, 'input', onInput],
    [name, 'input', mark],
    // A browser that fills the fields in need not tell of it.
    [getForm(input), 'focusin', mark],
    [getForm(input), 'change', mark],
    [window, 'pageshow', mark],
  ]);
  mark();
  return () => {
    stopListening();
    delay.stop();
  };
}
