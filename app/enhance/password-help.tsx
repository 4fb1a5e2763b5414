import { useEffect, useState } from 'react';
import type { PasswordHelpProps } from '~/components/enhanced/password-help';
import { passwordRules } from '~/domain/password-rules';
import { mountWith } from './mount';
import { describe } from './shared/describe';
import { showMessage } from './shared/field-message';
import { listen, createDebounce } from './shared/listen';
import { LiveRegion } from './shared/live-region';
import { getForm, getElement } from './shared/find';

/** Announcements wait for a pause in typing. */
const PAUSE_MS = 1000;

/**
 * Shows and hides the password, and marks the rules it meets. Hides the password before the form is sent, so that
 * password managers offer to save it and Back never shows it.
 */
function PasswordHelp(props: PasswordHelpProps) {
  const { texts } = props;
  // A password stays hidden if its first characters were typed hidden.
  const [isShown, setShown] = useState(() => props.startsShown && findInput(props).value === '');
  const [progress, setProgress] = useState('');
  const [announcement, setAnnouncement] = useState('');

  useEffect(() => {
    const input = findInput(props);
    input.classList.add('has-button');
    input.setAttribute('autocapitalize', 'none');
    const hide = () => {
      input.type = 'password';
      setShown(false);
    };
    const stopListening = listen([
      [getForm(input), 'submit', hide],
      [window, 'pagehide', hide],
    ]);
    const stopFollowing = followRules(input, props, setProgress);
    return () => {
      stopListening();
      stopFollowing();
    };
  }, [props]);

  useEffect(() => {
    findInput(props).type = isShown ? 'text' : 'password';
  }, [props, isShown]);

  function toggle() {
    setShown(!isShown);
    setAnnouncement(isShown ? texts.hidden : texts.shown);
  }

  return (
    <>
      <button
        type="button"
        className="in-field"
        aria-controls={props.input}
        aria-label={isShown ? texts.hideLabel : texts.showLabel}
        onClick={toggle}
      >
        {/* A separate element, for the same reason as in `LiveRegion`. */}
        <span key={String(isShown)}>{isShown ? texts.hide : texts.show}</span>
      </button>
      <LiveRegion className="visually-hidden" text={announcement} />
      <LiveRegion className="visually-hidden" text={progress} />
    </>
  );
}

function findInput({ input }: PasswordHelpProps): HTMLInputElement {
  return document.getElementById(input) as HTMLInputElement;
}

/**
 * Marks each rule in the list as met or unmet while the visitor types, visibly and for screen readers.
 *
 * @param announce called with the number of met rules, when typing pauses and only after a change
 * @returns a function that stops following
 */
function followRules(
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
    // The server's error was about that password. The list now describes this one.
    if (isTyped) describe(input, `${input.id}-error`, false);
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

export const mount = mountWith(PasswordHelp);
