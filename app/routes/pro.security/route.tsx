import { redirect } from '@remix-run/node';
import { labelsOf, SectionFields } from '~/components/form/field';
import { StepPage, useStep } from '~/components/form/step-page';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { isLanguageSwitch } from '~/steps/intents';
import { PROFESSIONAL_SECURITY, type ProfessionalSecurity } from '~/steps/professional';
import { failureView, submitRegistration, validateStep } from '~/use-cases/professional/register-professional.server';
import { defineStep } from '~/use-cases/step/define-step.server';
import { countTry } from '~/use-cases/step/refuse.server';
import { RegistrationFailed } from './registration-failed';

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
