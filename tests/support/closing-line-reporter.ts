import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints the totals as the last line of the output. */
export default class ClosingLineReporter implements Reporter {
  private readonly outcomes = new Map<string, TestResult['status']>();

  onTestEnd(test: TestCase, result: TestResult): void {
    this.outcomes.set(test.id, result.status);
  }

  onEnd(_result: FullResult): void {
    const statuses = [...this.outcomes.values()];
    const count = (wanted: TestResult['status'][]) => statuses.filter((status) => wanted.includes(status)).length;
    const failed = count(['failed', 'timedOut', 'interrupted']);
    process.stdout.write(`\njourneys: ${count(['passed'])} passed, ${failed} failed, ${count(['skipped'])} skipped\n`);
  }
}
