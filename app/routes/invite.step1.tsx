import { redirect } from '@remix-run/node';
import { contactOf } from '~/backend/request-bodies';
import { OfferNotice } from '~/components/checkout/offer-notice';
import { ContactFields } from '~/components/form/contact-fields';
import { labelsOf } from '~/components/form/field';
import { StepPage, useStep } from '~/components/form/step-page';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { NAMED_ONLY_EXPERIMENTS } from '~/domain/experiments';
import { INVITED, skipsPayment, afterParentStep, paidForPackage } from '~/journeys/invited';
import { withKnownTimezone } from '~/journeys/progress';
import { CONTACT, type ParentContact } from '~/steps/contact';
import { reportIdentified } from '~/use-cases/checkout/checkout-events.server';
import { announceCoupons } from '~/use-cases/checkout/offer.server';
import { openInvitedStep } from '~/use-cases/invited/invited-state.server';
import { invitedOf, openAfterUpdate, requireInvite, updateInvited } from '~/use-cases/invited/open-invite.server';
import { defineStep } from '~/use-cases/step/define-step.server';
import { countEmail } from '~/use-cases/step/refuse.server';

const step = defineStep({
  name: 'step1',
  open: (context, guard) => openInvitedStep(context, 'step1', guard),
  answers: ({ parent }) => parent,
  async load({ context, state, invite: asked, link }) {
    await context.experiments.enter(NAMED_ONLY_EXPERIMENTS);
    const invite = asked ?? (await requireInvite(context, link));
    // The invite was paid for in another browser meanwhile.
    if (invite.paidOrder) throw redirect('/invite/credentials', 303);
    const contact = contactOf(invite.parent);
    // Another holder of the link may have typed the stored address (docs/rules.md, "Shared browsers").
    const known = invite.parentComplete ? { ...contact, email: '', countryCode: '', phoneNumber: '' } : contact;
    return {
      known: { ...known, countryCode: known.countryCode || '+1' },
      offer: skipsPayment(state) ? null : announceCoupons(invite.availableCoupons),
      steps: INVITED.progressOf(state),
    };
  },
  read: CONTACT.schemaFor({}),
  async accept(turn) {
    const { context, state, link, answer } = turn;
    await countEmail(turn, answer.email);
    // Parent B's own phone decides which packages are available.
    const parent = withKnownTimezone(answer, state);
    const update = updateInvited(context, link, parent);
    const invite = await openAfterUpdate(context, link, { update, parent, billing: state.billing });
    if (invite.paidOrder) return redirect('/invite/credentials', 303);
    const pricing = { group: invite.pricingGroupName, packageIds: invite.packageIds };
    reportIdentified(context, link.userId);
    return {
      ...afterParentStep(state, { invited: invitedOf(link, invite), parent: answer, pricing }),
      ...paidForPackage(invite),
      experimentId: context.experimentId,
    };
  },
  refusedState: (state, answer) => ({ ...state, parent: withKnownTimezone(answer, state) }),
});

export const handle: RouteHandle = { form: true };
export const loader = step.loader;
export const action = step.action;

export default function InvitedStep1() {
  const t = useTranslate();
  const screen = useStep<typeof step, ParentContact>(({ known }) => known);
  const { offer, steps } = screen.loaded;
  return (
    <StepPage
      step={screen}
      labels={labelsOf(CONTACT.fields, t)}
      title={t('parent:step1.title')}
      lead={t('parent:step1.subtitle')}
      dots={steps}
      notices={<OfferNotice offer={offer} prices="full" />}
      back={false}
    >
      <ContactFields fields={screen.fields} />
    </StepPage>
  );
}
