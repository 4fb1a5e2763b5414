import type { ReactNode } from 'react';
import { labelsOf, fieldsOf, FormField, type AnyField } from '~/components/form/field';
import { Honeypot } from '~/components/form/honeypot';
import { LookupError } from '~/components/form/lookup-error';
import { withChosen } from '~/components/form/option-list';
import { StepPage, useStep } from '~/components/form/step-page';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import type { ListItem } from '~/domain/list-item';
import { PROFESSIONAL_CONTACT, type ProfessionalContact } from '~/steps/professional';
import { afterProContact } from '~/journeys/professional';
import { defineStep } from '~/use-cases/step/define-step.server';
import { countEmail } from '~/use-cases/step/refuse.server';
import { makeProKey, validateStep } from '~/use-cases/professional/register-professional.server';
import { fetchContactLists } from '~/use-cases/professional/professional-lists.server';

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

interface ProfessionalContactProps {
  fields: Record<keyof ProfessionalContact, AnyField>;
  lists: Record<'titles' | 'referrals' | 'benchOfficers' | 'colleagues' | 'countryCodes', ListItem[]>;
}

function ProfessionalContactFields({ fields, lists }: ProfessionalContactProps) {
  const of = fieldsOf(PROFESSIONAL_CONTACT.fields, fields);
  return (
    <>
      <Honeypot />
      <FormField {...of('title')} options={withChosen(lists.titles, fields.title)} />
      <div className="field-row">
        <FormField {...of('firstName')} />
        <FormField {...of('lastName')} />
      </div>
      <FormField {...of('credentials')} />
      <FormField {...of('email')} />
      <FormField
        {...of('phoneCountryCode')}
        options={withChosen(lists.countryCodes, fields.phoneCountryCode)}
        empty={null}
      />
      <div className="field-row">
        <FormField {...of('phoneNumber')} />
        <FormField {...of('phoneExtension')} />
      </div>
      <ReferralFields fields={fields} lists={lists} />
    </>
  );
}

/**
 * The follow-up fields are always in the page, in groups whose legends name their answer. Browsers with `:has()` show only the chosen
 * group.
 */
function ReferralFields({ fields, lists }: ProfessionalContactProps) {
  const t = useTranslate();
  const of = fieldsOf(PROFESSIONAL_CONTACT.fields, fields);
  return (
    <div className="referral">
      <FormField {...of('hearAboutUs')} options={withChosen(lists.referrals, fields.hearAboutUs)} />
      <Extra source="bench-officer" legend={t('professional:contact.benchOfficer')}>
        <FormField {...of('referralBenchOfficerName')} />
        <FormField
          {...of('referralBenchOfficerPosition')}
          options={withChosen(lists.benchOfficers, fields.referralBenchOfficerPosition)}
        />
      </Extra>
      <Extra source="colleague" legend={t('professional:contact.colleague')}>
        <FormField {...of('referralColleagueName')} />
        <FormField
          {...of('referralColleagueRole')}
          options={withChosen(lists.colleagues, fields.referralColleagueRole)}
        />
      </Extra>
      <Extra source="other" legend={t('professional:contact.other')}>
        <FormField {...of('referralOtherExplain')} />
      </Extra>
    </div>
  );
}

function Extra({ source, legend, children }: { source: string; legend: string; children: ReactNode }) {
  return (
    <fieldset className={`group extra extra-${source}`}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
