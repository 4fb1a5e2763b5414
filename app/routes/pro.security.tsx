import { redirect } from '@remix-run/node';
import { Sending } from '~/components/enhanced/sending';
import { useErrorText } from '~/components/form/error-text';
import { labelsOf, SectionFields } from '~/components/form/field';
import { MoreTime, MoreTimeGiven } from '~/components/form/more-time';
import { PageMark } from '~/components/form/page-mark';
import { StepPage, useStep } from '~/components/form/step-page';
import { usePage } from '~/components/page/page-context';
import { SupportContact } from '~/components/page/problem-pages';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepIndicator } from '~/components/page/step-indicator';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';
import { pathOf } from '~/journeys/professional';
import { isLanguageSwitch, INTENTS, withoutMoreTime } from '~/steps/intents';
import { PROFESSIONAL_SECURITY, type ProfessionalSecurity } from '~/steps/professional';
import { failureView, submitRegistration, validateStep } from '~/use-cases/professional/register-professional.server';
import { defineStep } from '~/use-cases/step/define-step.server';
import { countTry } from '~/use-cases/step/refuse.server';

const step = defineStep({
  name: 'security',
  load: ({ state: { proFailure } }) => ({
    failure: proFailure && failureView(proFailure),
    hasErrors: proFailure !== undefined,
    scripts: 'common' as const,
  }),
  read({ state: { proFailure } }, posted) {
    if (!proFailure || posted.has('securityAnswer')) return { schema: PROFESSIONAL_SECURITY.schema };
    if (isLanguageSwitch(posted)) return redirect('/pro/security', 303);
    // The retry form contains no answers, so the session's are submitted.
    return { schema: PROFESSIONAL_SECURITY.schema, form: formOf(proFailure.security), shown: { isRetry: true } };
  },
  async check({ context, typed, answer }) {
    const isRetry = typed('securityAnswer') === undefined;
    if (!isRetry) await validateStep(context, PROFESSIONAL_SECURITY.toBody(answer));
  },
  async accept(turn) {
    const { context, state, answer } = turn;
    await countTry(turn, 'signUp');
    return submitRegistration(context, state, answer);
  },
});

function formOf(security: ProfessionalSecurity): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(security)) form.append(name, value);
  return form;
}

export const handle: RouteHandle = { form: true, sheet: 'professional' };
export const loader = step.loader;
export const action = step.action;

export default function SecurityStep() {
  const t = useTranslate();
  const screen = useStep<typeof step, ProfessionalSecurity>();
  const { loaded, shown, form } = screen;
  if (loaded.failure && (!shown || shown.isRetry))
    return <RegistrationFailed message={form.errors?.[0]} {...loaded.failure} />;
  return (
    <StepPage
      step={screen}
      labels={labelsOf(PROFESSIONAL_SECURITY.fields, t)}
      title={t('professional:security.title')}
      lead={t('professional:security.subtitle')}
      submit={t('professional:buttons.complete')}
    >
      <SectionFields rows={PROFESSIONAL_SECURITY.fields} fields={screen.fields} />
    </StepPage>
  );
}

type FormStep = 'contact' | 'practice';

interface FailureProps {
  /** Why the retry was rejected. */
  message?: string;
  question: string;
  /** The backend's text for each rejected field, and its step if known. */
  refused: { text: string; step: FormStep | undefined }[];
  /** The language of the backend's sentences. */
  language: string | undefined;
}

/** docs/rules.md, "Registration failure" */
function RegistrationFailed({ message, question, refused, language = '' }: FailureProps) {
  const t = useTranslate();
  const { address } = usePage();
  const errorText = useErrorText();
  const toChange = refused.find(({ step }) => step)?.step;
  const formAddress = withoutMoreTime(address);
  return (
    <>
      <StepIndicator />
      <div
        className="error-summary"
        role="alert"
        aria-labelledby="failure-title"
        tabIndex={-1}
        autoFocus={address === formAddress}
      >
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
      <form id={FORM_ID} className="sheet" method="post" action={formAddress} noValidate>
        <PageMark />
        <MoreTimeGiven />
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
        <MoreTime hasSecrets={false} />
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
