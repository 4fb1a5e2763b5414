import { ContactFields } from '~/components/form/contact-fields';
import { DuplicateWarning } from '~/components/form/duplicate-warning';
import { labelsOf } from '~/components/form/field';
import { NEW_TAB, NewTabNote } from '~/components/form/new-tab';
import { StepPage, useStep } from '~/components/form/step-page';
import { usePage } from '~/components/page/page-context';
import { SupportWays } from '~/components/page/problem-pages';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { NAMED_ONLY_EXPERIMENTS } from '~/domain/experiments';
import { hasConfirmedDuplicate, withKnownTimezone } from '~/journeys/progress';
import { countryOfCallingCode } from '~/reference/calling-codes';
import { CONTACT, isDuplicateConfirmed, type ParentContact } from '~/steps/contact';
import type { Family } from '~/steps/family';
import { defineStep, type Turn } from '~/use-cases/step/define-step.server';
import { countEmail, countTry, isDuplicate, warnOfDuplicate } from '~/use-cases/step/refuse.server';
import { registerParent, findPricing } from '~/use-cases/step/registration.server';

const step = defineStep({
  name: 'step1',
  answers: ({ parent }) => parent,
  async load({ context }) {
    await context.experiments.enter(NAMED_ONLY_EXPERIMENTS);
    return {};
  },
  read: ({ state, typed }, posted) => ({
    schema: CONTACT.schemaFor({ coParentPhone: coParentPhoneOf(state.family) }),
    // The warning stays until the e-mail changes.
    shown: { mayBeDuplicate: isDuplicateConfirmed(posted) ? typed('email') : undefined, isFirstWarning: false },
  }),
  async accept(turn) {
    const { context, state, answer } = turn;
    await countEmail(turn, answer.email);
    if (!state.registration) await countTry(turn, 'signUp');
    try {
      return await registerParent(context, state, answer, await hasConfirmed(turn));
    } catch (error) {
      if (isDuplicate(error, 'parent') && (await isFirstPricingGroup(turn))) throw warnOfDuplicate(answer.email);
      throw error;
    }
  },
  refusedState: (state, answer) => ({ ...state, parent: withKnownTimezone(answer, state) }),
});

function coParentPhoneOf(family: Family | undefined) {
  const { countryCode, phoneNumber } = family?.coParent ?? {};
  return countryCode && phoneNumber ? { countryCode, phoneNumber } : undefined;
}

type ContactTurn = Turn<'step1', ParentContact>;

/** Accepts a confirmation only in the first pricing group, because the form could be forged. */
async function hasConfirmed(turn: ContactTurn): Promise<boolean> {
  if (hasConfirmedDuplicate(turn.state, turn.answer)) return true;
  return isDuplicateConfirmed(turn.form) && (await isFirstPricingGroup(turn));
}

/** In this group a duplicate may continue; in the others it redirects to `/duplicate` (docs/rules.md, "Parent duplicate"). */
async function isFirstPricingGroup({ context, state, answer }: ContactTurn): Promise<boolean> {
  const pricing = await findPricing(context, { ...answer, country: state.billing?.country ?? null });
  return pricing.group === 'P0';
}

export const handle: RouteHandle = { form: true };
export const loader = step.loader;
export const action = step.action;

export default function Step1() {
  const t = useTranslate();
  const { links } = usePage();
  const screen = useStep<typeof step, ParentContact>({ countryCode: '+1' });
  const mayBeDuplicate = screen.shown?.mayBeDuplicate;
  return (
    <StepPage
      step={screen}
      labels={labelsOf(CONTACT.fields, t)}
      title={t('parent:step1.title')}
      lead={t('parent:step1.subtitle')}
      before={<p className="how-long">{t('parent:step1.time')}</p>}
      back={false}
    >
      {mayBeDuplicate !== undefined && (
        <DuplicateWarning
          email={mayBeDuplicate}
          isFirst={screen.shown?.isFirstWarning}
          warning={t('parent:duplicate.warning')}
          advice={
            <>
              {t('parent:duplicate.advice')} {t('common:support.call')}{' '}
              <SupportWays country={countryOfCallingCode(screen.fields.countryCode.value ?? '')} />.{' '}
              <a href={links.forgotPassword} {...NEW_TAB}>
                {t('parent:duplicate.forgotPassword')}
              </a>
              <NewTabNote />
            </>
          }
          next={t('parent:duplicate.continue')}
        />
      )}
      <ContactFields fields={screen.fields} />
    </StepPage>
  );
}
