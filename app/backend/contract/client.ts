import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from './contract';

/** The same type in process and over HTTP. */
export type BackendClient = ContractRouterClient<typeof contract>;
