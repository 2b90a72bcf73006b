{{%AUTOESCAPE context="HTML"}}
</main>
<footer>{{#NONE}}Nothing was written yet.{{/NONE}}{{#END}}That is all.{{/END}}</footer>
</body>
</html>
