/**
 * Whether a server has the artifact service: its protocol is not that of Enterprise Server. The client decides by the same
 * address; one that is none counts as github.com.
 */
export function hasArtifacts(serverUrl: string): boolean {
  if (!URL.canParse(serverUrl)) return true;
  const host = new URL(serverUrl).hostname.toLowerCase();
  return host === 'github.com' || host.endsWith('.ghe.com') || host.endsWith('.localhost');
}
