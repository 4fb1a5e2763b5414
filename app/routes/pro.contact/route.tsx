import { labelsOf } from '~/components/form/field';
import { LookupError } from '~/components/form/lookup-error';
import { StepPage, useStep } from '~/components/form/step-page';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { PROFESSIONAL_CONTACT, type ProfessionalContact } from '~/steps/professional';
import { afterProContact } from '~/journeys/professional';
import { defineStep } from '~/use-cases/step/define-step.server';
import { countEmail } from '~/use-cases/step/refuse.server';
import { makeProKey, validateStep } from '~/use-cases/professional/register-professional.server';
import { fetchContactLists } from '~/use-cases/professional/professional-lists.server';
import { ProfessionalContactFields } from './professional-contact-fields';

const step = defineStep({
  name: 'contact',
  answers: ({ proContact }) => proContact,
  load: ({ context }) => fetchContactLists(context),
  read: PROFESSIONAL_CONTACT.schema,
  async check(turn) {
    const { context, answer } = turn;
    await countEmail(turn, answer.email);
    await validateStep(context, PROFESSIONAL_CONTACT.toBody(answer));
  },
  accept: ({ state, answer }) => afterProContact(state, answer, makeProKey()),
});

export const handle: RouteHandle = { form: true, sheet: 'professional' };
export const loader = step.loader;
export const action = step.action;

export default function ContactStep() {
  const t = useTranslate();
  const screen = useStep<typeof step, ProfessionalContact>({ phoneCountryCode: '+1' });
  const { lists, failed } = screen.loaded;
  return (
    <StepPage
      step={screen}
      labels={labelsOf(PROFESSIONAL_CONTACT.fields, t)}
      title={t('professional:contact.title')}
      lead={t('professional:contact.subtitle')}
      before={failed && <LookupError />}
      back={false}
    >
      <ProfessionalContactFields fields={screen.fields} lists={lists} />
    </StepPage>
  );
}
