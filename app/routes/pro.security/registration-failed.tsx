import { pathOf } from '~/journeys/professional';
import { useErrorText } from '~/components/form/error-text';
import { Sending } from '~/components/enhanced/sending';
import { PageMark } from '~/components/form/page-mark';
import { SupportContact } from '~/components/page/problem-pages';
import { FORM_ID } from '~/components/page/route-handle';
import { StepIndicator } from '~/components/page/step-indicator';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { INTENTS } from '~/steps/intents';
import { BASE_PATH } from '~/domain/base-path';

type FormStep = 'contact' | 'practice';

interface Props {
  /** Why the retry was rejected. */
  message?: string;
  question: string;
  /** The backend's text for each rejected field, and its step if known. */
  refused: { text: string; step: FormStep | undefined }[];
}

/** docs/rules.md, "Registration failure" */
export function RegistrationFailed({ message, question, refused }: Props) {
  const t = useTranslate();
  const { address } = usePage();
  const errorText = useErrorText();
  return (
    <>
      <StepIndicator />
      <div className="error-summary" role="alert" aria-labelledby="failure-title" tabIndex={-1} autoFocus>
        <h2 id="failure-title">{t('professional:failure.title')}</h2>
        {message && <p>{errorText(message)}</p>}
        <p>{t('professional:failure.text')}</p>
        {refused.length > 0 && (
          <>
            <p>{t('professional:failure.refused')}</p>
            <ul>
              {refused.map(({ text, step }) => (
                <li key={text}>
                  {errorText(text)} {step && <GoTo step={step} />}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <h1>{t('professional:security.title')}</h1>
      <form id={FORM_ID} className="sheet" method="post" action={address} noValidate>
        <PageMark />
        <input type="hidden" name="securityQuestion" value={question} />
        <p>
          {t('professional:failure.question')}: <strong>{question}</strong>
        </p>
        <div className="step-buttons">
          <button className="primary" name="intent" value={INTENTS.retry}>
            {t('professional:failure.tryAgain')}
          </button>{' '}
          <button className="link-button" name="back" value="back" formNoValidate>
            {t('common:buttons.back')}
          </button>
          <Sending text={t('common:sending')} otherText={t('common:sending')} />
        </div>
      </form>
      <div className="support">
        <p>{t('professional:failure.call')}</p>
        <SupportContact />
      </div>
    </>
  );
}

function GoTo({ step }: { step: FormStep }) {
  const t = useTranslate();
  const name = t(`common:steps.${step}`);
  return <a href={`${BASE_PATH}${pathOf(step)}`}>{t('professional:failure.goTo', { name })}</a>;
}
