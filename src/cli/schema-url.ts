import { VERSION } from '../common/index.ts';

/** The URL of the policy schema of this version, for editors. */
export const SCHEMA_URL = `https://raw.githubusercontent.com/countersign/countersign/v${VERSION}/schema/policy.schema.json`;
