/** An address as it is billed. */
export interface PayerAddress {
  line1: string;
  line2: string | null;
  city: string;
  /** ISO 3166-2 without the country; empty where the country has no regions. */
  region: string;
  /** Empty where the country has no postal codes. */
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** Who paid, as they said it then. Null is what nobody knows. */
export interface Payer {
  name: string | null;
  address: PayerAddress | null;
}
