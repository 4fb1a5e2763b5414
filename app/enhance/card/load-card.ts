import type { HostedFields } from 'braintree-web/hosted-fields';
import type { ThreeDSecure } from 'braintree-web/three-d-secure';
import type { Client } from 'braintree-web/client';
import type { HostedCardProps, HostedFieldName } from '~/components/enhanced/hosted-card';
import { fieldStyles } from './appearance';

/** Hosted fields that are not there by then do not come. */
const LOAD_LIMIT_MS = 10_000;

/** The provider's fields on the page, and what goes with them. */
export interface LoadedCard {
  fields: HostedFields;
  /** Undefined where the bank is not asked. Rejects where it cannot be. */
  threeDSecure: Promise<ThreeDSecure> | undefined;
  /** What was learned of the device so far. */
  deviceData(): string | undefined;
  teardown(): void;
}

/**
 * Puts the provider's fields into their containers.
 *
 * @param containers each field's element, in the page
 * @throws whatever kept them from being ready within the limit: a blocked script, a dead host, time
 */
export async function loadCard(
  props: Pick<HostedCardProps, 'clientToken' | 'hiddenCardBrands' | 'texts' | 'threeDSecure' | 'collectsDeviceData'>,
  containers: Record<HostedFieldName, HTMLElement>,
): Promise<LoadedCard> {
  let isLate = false;
  const opening = open(props, containers).then((card) => {
    if (isLate) card.teardown();
    return card;
  });
  // Whatever becomes of it after the limit is nobody's business any more.
  opening.catch(() => undefined);
  const limit = new Promise<never>((_resolve, reject) => {
    setTimeout(() => {
      isLate = true;
      reject(new Error('The card fields did not come in time'));
    }, LOAD_LIMIT_MS);
  });
  return Promise.race([opening, limit]);
}

async function open(
  props: Parameters<typeof loadCard>[0],
  containers: Parameters<typeof loadCard>[1],
): Promise<LoadedCard> {
  const [clients, hostedFields] = await Promise.all([
    import('braintree-web/client/index.js'),
    import('braintree-web/hosted-fields/index.js'),
  ]);
  const client = await clients.create({ authorization: props.clientToken });
  const { labels, hints } = props.texts;
  const fieldOf = (name: HostedFieldName) => ({
    container: containers[name],
    iframeTitle: labels[name],
    // Our hint stands outside the frame, where no screen reader looks for it.
    internalLabel: [labels[name], hints[name]].filter(Boolean).join(', '),
  });
  const fields = await hostedFields.create({
    client,
    styles: fieldStyles(),
    preventAutofill: false,
    fields: {
      number: {
        ...fieldOf('number'),
        supportedCardBrands: Object.fromEntries(props.hiddenCardBrands.map((brand) => [brand, false])),
      },
      expirationDate: fieldOf('expirationDate'),
      cvv: fieldOf('cvv'),
    },
  });
  const threeDSecure = props.threeDSecure ? openThreeDSecure(client) : undefined;
  // Nobody may be waiting yet when it fails.
  threeDSecure?.catch(() => undefined);
  let deviceData: string | undefined;
  if (props.collectsDeviceData) void collectDeviceData(client).then((collected) => (deviceData = collected));
  return {
    fields,
    threeDSecure,
    deviceData: () => deviceData,
    teardown: () => void fields.teardown().catch(() => undefined),
  };
}

async function openThreeDSecure(client: Client): Promise<ThreeDSecure> {
  const { create } = await import('braintree-web/three-d-secure/index.js');
  return create({ client, version: 2 });
}

/** Optional everywhere: without it the card is taken all the same. */
async function collectDeviceData(client: Client): Promise<string | undefined> {
  try {
    const { create } = await import('braintree-web/data-collector/index.js');
    return (await create({ client })).deviceData;
  } catch {
    return undefined;
  }
}
