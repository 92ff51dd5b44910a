import type { Runner } from './runners.ts';
import type { Table } from './table.ts';

const GCLOUD =
  'config auth init components interactive ssh scp cp mv rsync submit deploy cloud-shell start-iap-tunnel docker feedback';

/** Command lines of cloud services: what in their words sends files out, starts programs on machines, or goes to another service. */
export const SERVICES: Table<Runner> = {
  // AWS CLI 2: other services, settings, sessions on machines, and files that are sent
  aws: {
    escapeHatches: '--endpoint-url --ca-bundle --no-verify-ssl --outfile',
    values:
      '--region --output --profile --query --color --cli-read-timeout --cli-connect-timeout --cli-binary-format',
    subcommands: 'configure codeartifact',
    readsAt: true,
    below: {
      s3: { subcommands: 'cp mv sync rm rb presign website' },
      s3api: { subcommands: 'put-object upload-part get-object' },
      ssm: { subcommands: 'start-session send-command' },
      ecs: { subcommands: 'execute-command' },
      eks: { subcommands: 'update-kubeconfig get-token' },
      ecr: { subcommands: 'get-login-password' },
      sts: { subcommands: 'assume-role get-session-token assume-role-with-web-identity' },
      lambda: { subcommands: 'invoke update-function-code create-function' },
      secretsmanager: { subcommands: 'get-secret-value batch-get-secret-value' },
      deploy: { subcommands: 'push' },
      'ec2-instance-connect': { subcommands: 'ssh send-ssh-public-key' },
      cloudformation: { subcommands: 'deploy package' },
    },
  },
  // gcloud 500: settings, shells on machines, and files that are sent
  'gcloud, gsutil, bq': {
    escapeHatches:
      '--flags-file --configuration --impersonate-service-account --account --access-token-file --credential-file-override',
    values:
      '--project --format --account --configuration --verbosity --zone --region --filter --billing-project',
    subcommands: GCLOUD,
    below: {
      'alpha, beta': { subcommands: GCLOUD },
      compute: { subcommands: 'ssh scp start-iap-tunnel copy-files config-ssh' },
      secrets: { subcommands: 'versions' },
    },
  },
  // Azure CLI 2.60: settings, extensions, any request, commands on machines, and files that are sent
  az: {
    escapeHatches: '--source --src --src-path',
    subcommands:
      'rest extension config configure login logout interactive ssh cloud run-command deploy up upgrade self-test',
    readsAt: true,
    below: {
      storage: { subcommands: 'blob file fs copy azcopy remove' },
      keyvault: { subcommands: 'secret' },
      acr: { subcommands: 'build run login' },
    },
  },
};
