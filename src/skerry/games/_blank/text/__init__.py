"""Words: questions, answers, log lines, the outline, the score sheet."""
