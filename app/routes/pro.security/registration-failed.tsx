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
  /** The language of the backend's sentences. */
  language: string | undefined;
}

/** docs/rules.md, "Registration failure" */
export function RegistrationFailed({ message, question, refused, language = '' }: Props) {
  const t = useTranslate();
  const { address } = usePage();
  const errorText = useErrorText();
  const toChange = refused.find(({ step }) => step)?.step;
  return (
    <>
      <StepIndicator />
      <div className="error-summary" role="alert" aria-labelledby="failure-title" tabIndex={-1} autoFocus>
        <h2 id="failure-title">{t('professional:failure.title')}</h2>
        {message && <p>{errorText(message)}</p>}
        {refused.length === 0 ? (
          <p>{t('professional:failure.text')}</p>
        ) : (
          <>
            <p>{t('professional:failure.refused')}</p>
            <ul>
              {refused.map(({ text, step }) => (
                <li key={text}>
                  <span lang={errorText(text) === text ? language : undefined}>{errorText(text)}</span> {step && <br />}
                  {step && <GoTo step={step} />}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <h1>{t('professional:failure.heading')}</h1>
      <form id={FORM_ID} className="sheet" method="post" action={address} noValidate>
        <PageMark />
        <input type="hidden" name="securityQuestion" value={question} />
        <p>
          {t('professional:failure.question')}: <strong>{question}</strong>
        </p>
        <div className="step-buttons">
          {toChange && <GoTo step={toChange} className="button primary" />}{' '}
          <button className={toChange ? 'secondary' : 'primary'} name="intent" value={INTENTS.retry}>
            {t('professional:failure.tryAgain')}
          </button>{' '}
          <button className="link-button" name="back" value="back" formNoValidate>
            {t('common:buttons.back')}
          </button>
          <Sending text={t('common:sending')} otherText={t('common:sending')} />
        </div>
      </form>
      <SupportContact lead={t('professional:failure.call')} />
    </>
  );
}

function GoTo({ step, className }: { step: FormStep; className?: string }) {
  const t = useTranslate();
  const name = t(`common:steps.${step}`);
  return (
    <a className={className} href={`${BASE_PATH}${pathOf(step)}`}>
      {t('professional:failure.goTo', { name })}
    </a>
  );
}
