import { VERSION } from '../common/index.ts';

/** Where editors find the schema of a policy of this version. */
export const SCHEMA_URL = `https://raw.githubusercontent.com/countersign/countersign/v${VERSION}/schema/policy.schema.json`;
