import type { Screen } from './screens';
import { contactIn, placeIn, type Said, type Truth } from './truth';

/** What an accepted form makes of the truth. @param landed the screen that it led to */
export function accept(
  truth: Truth,
  screen: Screen,
  { said, landed }: { said: Said; landed: Screen | undefined },
): void {
  const email = truth.contact?.email ?? '';
  delete truth.unsent[screen];
  switch (screen) {
    case 'step1':
      truth.contact = contactIn(said, email);
      truth.isRegistered = true;
      return;
    case 'step2':
      truth.family = said;
      return;
    case 'packages':
      truth.order = landed === 'build' ? undefined : { packageId: String(said.packageId) };
      return;
    case 'build':
      truth.order = { packageId: '2041', built: builtIn(said) };
      return;
    case 'payment/billing':
      truth.contact = contactIn({ ...said, email: email }, email);
      // Another country may not take the card.
      if (truth.place?.country !== said.country) truth.card = undefined;
      truth.place = placeIn(said);
      truth.startedAgain = false;
      return;
    case 'payment/method':
      truth.paysForCoParent = said.isPayingForCoparent === 'on';
      if (!said.cardNumber) return;
      truth.card = String(said.cardNumber).slice(-4);
      truth.cardsEntered += 1;
      return;
    case 'payment/review':
      truth.isPaid = landed === 'credentials';
      return;
    case 'credentials':
      return;
  }
}

function builtIn(said: Said) {
  return {
    subscription: String(said.subscription),
    options: [said.tonemeter ?? [], said.unlimitedPayments ? 'UNLIMITEDPAYMENTS' : []].flat(),
  };
}
