import { type SpeedBump } from '~/steps/speed-bump';
import { useErrorText } from '~/components/form/error-text';
import { FORM_ID } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { INTENTS } from '~/steps/intents';

/** Conform's naming. */
const INPUT_ID = `${FORM_ID}-speedBumpEmail`;
const ERROR_ID = `${INPUT_ID}-error`;

/** Inside the step's form, so that every button submits the input (docs/rules.md, "E-mail speed bump"). */
export function SpeedBumpDialog({ email, error }: Pick<SpeedBump, 'email' | 'error'>) {
  const t = useTranslate();
  const errorText = useErrorText();
  return (
    <dialog
      open
      className="modal"
      aria-modal="true"
      aria-labelledby="speed-bump-title"
      aria-describedby="speed-bump-text"
    >
      <button
        className="modal-close"
        name="intent"
        value={INTENTS.skipSpeedBump}
        aria-label={t('common:banner.close')}
        formNoValidate
      >
        ×
      </button>
      <h2 id="speed-bump-title">{t('parent:speedBump.title')}</h2>
      <p id="speed-bump-text">{t('parent:speedBump.text')}</p>
      <div className="field">
        <label htmlFor={INPUT_ID}>{t('parent:speedBump.label')}</label>
        {error && (
          <p className="field-error" id={ERROR_ID}>
            {errorText(error)}
          </p>
        )}
        <input
          type="email"
          id={INPUT_ID}
          name="speedBumpEmail"
          defaultValue={email}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          enterKeyHint="go"
          maxLength={254}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? ERROR_ID : undefined}
          autoFocus
        />
      </div>
      <div className="step-buttons">
        <button className="primary" name="intent" value={INTENTS.answerSpeedBump}>
          {t('parent:speedBump.submit')}
        </button>{' '}
        <button className="link-button" name="intent" value={INTENTS.skipSpeedBump} formNoValidate>
          {t('parent:speedBump.skip')}
        </button>
      </div>
    </dialog>
  );
}
