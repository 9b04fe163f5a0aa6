"""Words: questions, actions, log lines, the outline, the score sheet."""
