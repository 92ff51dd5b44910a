/**
 * The parts of the Anthropic SDK that requests need. They are named one by one, and the build gives this file a copy of the SDK
 * of its own (`scripts/build.ts`), so that the bundler leaves the rest out: three quarters.
 */
export { BaseAnthropic } from '@anthropic-ai/sdk/client';
export { Stream } from '@anthropic-ai/sdk/core/streaming';
