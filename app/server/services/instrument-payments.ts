import type { ChargingProvider, TokenisingProvider } from '~/payments/port';
import { timeCall, type CallListener } from '~/server/telemetry/instrument-calls';

/** The names under which calls are reported. */
export const CHARGING_CALLS = [
  'findRecord',
  'clientToken',
  'authorise',
  'submitForSettlement',
  'void',
  'findByOrderId',
  'refund',
  'findRefunds',
] as const;

export function instrumentCharging(charging: ChargingProvider, report: CallListener): ChargingProvider {
  return {
    deadline: charging.deadline,
    records: {
      find: (id) => timeCall(report, 'findRecord', () => charging.records.find(id)),
      // Not timed, because its pages arrive one by one while the caller processes each.
      list: (span) => charging.records.list(span),
    },
    // Not timed, because it only reads messages and does not call the provider.
    webhooks: charging.webhooks,
    clientToken: (...given) => timeCall(report, 'clientToken', () => charging.clientToken(...given)),
    authorise: (request) => timeCall(report, 'authorise', () => charging.authorise(request)),
    submitForSettlement: (id) => timeCall(report, 'submitForSettlement', () => charging.submitForSettlement(id)),
    void: (id) => timeCall(report, 'void', () => charging.void(id)),
    findByOrderId: (orderId) => timeCall(report, 'findByOrderId', () => charging.findByOrderId(orderId)),
    refund: (id, amount) => timeCall(report, 'refund', () => charging.refund(id, amount)),
    findRefunds: (orderId) => timeCall(report, 'findRefunds', () => charging.findRefunds(orderId)),
  };
}

/** Omits the wallets that the provider lacks. */
export function instrumentTokenising(tokenising: TokenisingProvider, report: CallListener): TokenisingProvider {
  const timed =
    <Given extends unknown[], Answer>(name: string, call: (...given: Given) => Promise<Answer>) =>
    (...given: Given) =>
      timeCall(report, name, () => call(...given));
  const startPayPal = tokenising.startPayPal?.bind(tokenising);
  const finishPayPal = tokenising.finishPayPal?.bind(tokenising);
  const startVenmo = tokenising.startVenmo?.bind(tokenising);
  const finishVenmo = tokenising.finishVenmo?.bind(tokenising);
  return {
    browser: tokenising.browser,
    approvalOrigins: tokenising.approvalOrigins,
    tokeniseCard: timed('tokeniseCard', tokenising.tokeniseCard.bind(tokenising)),
    startPayPal: startPayPal && timed('startPayPal', startPayPal),
    finishPayPal: finishPayPal && timed('finishPayPal', finishPayPal),
    startVenmo: startVenmo && timed('startVenmo', startVenmo),
    finishVenmo: finishVenmo && timed('finishVenmo', finishVenmo),
  };
}
