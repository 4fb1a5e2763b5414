import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from './contract';

/** The backend as the routes see it: the same type in process and over HTTP. */
export type BackendClient = ContractRouterClient<typeof contract>;
