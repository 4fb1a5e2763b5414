import braintree from 'braintree';
import type { ChargingProvider } from '~/payments/port';
import { createBraintreeCharging, type BraintreeChargingOptions } from './charging.server';

interface OpenChargingOptions extends Pick<BraintreeChargingOptions, 'keys' | 'merchantAccounts'> {
  environment: 'sandbox' | 'production';
}

/** Charges at one of Braintree's own hosts. */
export function openBraintreeCharging({ environment, ...options }: OpenChargingOptions): ChargingProvider {
  const { Production, Sandbox } = braintree.Environment;
  return createBraintreeCharging({ ...options, environment: environment === 'production' ? Production : Sandbox });
}
