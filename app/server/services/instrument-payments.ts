import type { ChargingProvider, TokenisingProvider } from '~/payments/port';
import { timeCall, type CallListener } from '~/server/telemetry/instrument-calls';

const CHARGING = [
  'clientToken',
  'authorise',
  'submitForSettlement',
  'void',
  'findByOrderId',
  'refund',
  'findRefunds',
] as const;

const TOKENISING = ['tokeniseCard', 'startPayPal', 'finishPayPal', 'startVenmo', 'finishVenmo'] as const;

/** The names under which calls are reported. */
export const CHARGING_CALLS = ['findRecord', ...CHARGING] as const;

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
    ...timed(charging, CHARGING, report),
  };
}

export function instrumentTokenising(tokenising: TokenisingProvider, report: CallListener): TokenisingProvider {
  return {
    browser: tokenising.browser,
    approvalOrigins: tokenising.approvalOrigins,
    ...timed(tokenising, TOKENISING, report),
  };
}

/** Returns a port's timed methods without those that it lacks. */
function timed<Port, Name extends keyof Port & string>(
  port: Port,
  names: readonly Name[],
  report: CallListener,
): Pick<Port, Name> {
  const methods = port as Record<Name, (...given: unknown[]) => Promise<unknown>>;
  const calls = names
    .filter((name) => methods[name] !== undefined)
    .map((name) => [name, (...given: unknown[]) => timeCall(report, name, () => methods[name](...given))]);
  return Object.fromEntries(calls) as Pick<Port, Name>;
}
