import { useEffect, useState } from 'react';
import type { PasswordHelpProps } from '~/components/enhanced/password-help';
import { mountWith } from './mount';
import { followRules } from './password/follow-rules';
import { listen } from './shared/listen';
import { LiveRegion } from './shared/live-region';
import { getForm } from './shared/find';

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

export const mount = mountWith(PasswordHelp);
