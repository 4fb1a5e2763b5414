import type { Generated } from 'kysely';
import type { Currency } from '~/domain/money';
import type { PaymentType } from '~/domain/paid-order';

/**
 * The tables of the embedded backend (docs/architecture.md). Columns marked JSON hold a shape of app/backend/schemas, and are read and
 * written through a `JsonColumn` (json-column.ts); e-mails in columns of their own are normalised (app/domain/email.ts), so that they can be looked up.
 */
export interface BackendTables {
  backend_registrations: RegistrationTable;
  backend_accounts: AccountTable;
  backend_families: FamilyTable;
  backend_invitations: InvitationTable;
  backend_orders: OrderTable;
  backend_payment_attempts: PaymentAttemptTable;
  backend_payment_keys: PaymentKeyTable;
  backend_tokens: TokenTable;
  backend_activation_codes: ActivationCodeTable;
  backend_coupons: CouponTable;
  backend_mails: MailTable;
  backend_professionals: ProfessionalTable;
  backend_professional_codes: ProfessionalCodeTable;
  backend_variants: VariantTable;
}

export interface RegistrationTable {
  /** The signup id. */
  id: string;
  /** SHA-256 of the registration key. */
  key_hash: string;
  email: string;
  /** JSON, as each of these. */
  parent: string;
  address: string | null;
  referral: string | null;
  co_parent: string | null;
  children: string;
  parent_duplicate_confirmed: number;
  co_parent_duplicate_confirmed: number;
  anonymous_id: string | null;
  /** The account it became; null until it is paid. */
  account_id: string | null;
  created_at: string;
  updated_at: string;
}

export interface AccountTable {
  id: string;
  family_id: string | null;
  email: string;
  /** The e-mail where it may have no other account: unique; null where the parent confirmed a second one. */
  email_key: string | null;
  /** JSON: the parent body. */
  profile: string;
  /** JSON, as the next. */
  address: string | null;
  referral: string | null;
  marketing_opt_in: number;
  username: string | null;
  /** The username as it is compared: unique. */
  username_key: string | null;
  /** Argon2id. */
  password_hash: string | null;
  agreed_to_terms: Generated<number>;
  security_question: Generated<string | null>;
  /** Argon2id, as the next. */
  security_answer_hash: Generated<string | null>;
  security_code_hash: Generated<string | null>;
  created_at: string;
}

interface FamilyTable {
  id: string;
  /** JSON. */
  children: string;
  first_time_setup: number;
  created_at: string;
}

/**
 * A co-parent who was invited. The id is the user id they have from then on: the account it becomes has the same. What they tell
 * before they have one stands here.
 */
export interface InvitationTable {
  id: string;
  family_id: string;
  /** Where the invitation was sent. */
  email: string | null;
  /** JSON: the co-parent body, as whoever invited them told it. */
  co_parent: string;
  is_subscription_paid: number;
  /** JSON `{firstName, lastName}` of the professional who made this user; null where a parent invited them. */
  professional: Generated<string | null>;
  /** What was paid for them already, where it was. */
  package_id: Generated<string | null>;
  /** The coupon that came with the invitation. */
  referrer_key: Generated<string | null>;
  /** Of the mails, unless the person asks in another one. */
  language: Generated<string | null>;
  /** JSON, as each of the next two: what they told of themselves. */
  parent: Generated<string | null>;
  address: Generated<string | null>;
  referral: Generated<string | null>;
  security_question: Generated<string | null>;
  /** Argon2id, as the next. */
  security_answer_hash: Generated<string | null>;
  security_code_hash: Generated<string | null>;
  parent_duplicate_confirmed: Generated<number>;
  agreed_to_terms: Generated<number>;
  marketing_opt_in: Generated<number>;
  anonymous_id: Generated<string | null>;
  account_made_at: Generated<string | null>;
  /** When username and password were set: from then on no invite token opens anything. */
  completed_at: Generated<string | null>;
  created_at: string;
  updated_at: Generated<string | null>;
}

interface OrderTable {
  id: string;
  account_id: string;
  family_id: string;
  package_id: string;
  product_id: string | null;
  /** JSON, as the next two. */
  services: string;
  pricing: string;
  receipt: string;
  pay_for_co_parent: number;
  created_at: string;
}

/** One try to be paid: written before the provider is asked (app/backend/embedded/payments/attempt-states.ts says what the states mean). */
export interface PaymentAttemptTable {
  order_id: string;
  /** Whose it is: the signup id, or the user id of an invited co-parent. */
  signup_id: string;
  payer: Generated<'registration' | 'invitation'>;
  /** Counts a sign-up's attempts from 1. */
  number: number;
  amount: number;
  currency: Currency;
  merchant_account: string;
  payment_type: PaymentType;
  /** Sealed JSON; null once the provider has answered, or where nothing is to pay. */
  sealed_nonce: string | null;
  /** JSON: what was ordered, without the payment. */
  request: string;
  /** JSON: the figures that were agreed to. */
  pricing: string;
  language: string;
  state:
    | 'started'
    | 'unknown'
    | 'authorised'
    | 'registered'
    | 'settled'
    | 'declined'
    | 'voided'
    | 'refunded'
    | 'needs-operator';
  transaction_id: string | null;
  card_last_four: string | null;
  /** Why it was declined, refused or voided. */
  reason: string | null;
  /** Sealed JSON: the payment answer, which holds a token. */
  sealed_answer: string | null;
  /** Who works on it, and until when nobody else may. */
  lease_token: string | null;
  lease_until: string | null;
  created_at: string;
  updated_at: string;
}

/** Which attempt an idempotency key stands for, so that the same key always gets the same answer. */
interface PaymentKeyTable {
  signup_id: string;
  idempotency_key: string;
  order_id: string;
}

export interface TokenTable {
  /** SHA-256. */
  token_hash: string;
  purpose: 'credentials' | 'sign-in' | 'invite';
  /** The account's id, or the invitation's that will be one. */
  account_id: string;
  created_at: string;
  expires_at: string;
  /** When it did what it was made for; null while it opens something. */
  used_at: string | null;
}

interface ActivationCodeTable {
  /** Upper-case. */
  code: string;
  amount: number;
  currency: Currency;
  spent_at: string | null;
  /** The order id. */
  spent_by: string | null;
}

export interface CouponTable {
  referrer_key: string;
  coupon_code: string;
  /** Thousandths of a percent. */
  rate: number;
}

export interface MailTable {
  id: string;
  kind: string;
  recipient: string;
  language: string;
  /** Sealed JSON, subject, text and HTML: a mail can hold a token. */
  sealed_content: string;
  created_at: string;
  sent_at: string | null;
  tries: Generated<number>;
  /** Not before; null means at once. */
  next_try_at: Generated<string | null>;
  /** Who is sending it, and until when nobody else may. */
  lease_token: Generated<string | null>;
  lease_until: Generated<string | null>;
  given_up_at: Generated<string | null>;
}

/** What is a professional's alone; name, e-mail and phone are their account's too. */
export interface ProfessionalTable {
  account_id: string;
  /** SHA-256 of the idempotency key it was registered with: unique. */
  key_hash: string;
  /** JSON: the professional user body without its security part. */
  registration: string;
  security_question: string;
  /** Argon2id, as the next. */
  security_answer_hash: string;
  security_code_hash: string;
  created_at: string;
}

/** Whose an activation code is, to be handed out to clients. */
interface ProfessionalCodeTable {
  code: string;
  professional_id: string;
}

/** What a visitor was found to be in, of the experiments that decide an offer or a price. */
interface VariantTable {
  anonymous_id: string;
  flag: string;
  is_treatment: number;
  created_at: string;
}
